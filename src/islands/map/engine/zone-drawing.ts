import type { Box } from '#rules/map/geometry.ts'
import { holdings, largestLot, sizeOf } from '#rules/map/holdings.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { LOOK } from '#stores/map/year-look.ts'

/** The canvas methods that drawing needs. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'rect' | 'arc' | 'stroke' | 'fill'
> & {
  lineWidth: number
  globalAlpha: number
  fillStyle: string | CanvasGradient | CanvasPattern
  strokeStyle: string | CanvasGradient | CanvasPattern
}
/** The part of the world on the canvas, in web mercator metres, and CSS pixels per metre. */
export interface Sheet {
  box: Box
  scale: number
}
/** One pass over all zones: colour, width and offset in CSS pixels. */
export interface Stroke {
  color: string
  width: number
  x: number
  y: number
}
export interface LineColors {
  casing: string
  line: string
  /** Of places with items, and in a year of businesses. */
  fill: string
  /** Of the mark on a place with pictures of a year. */
  picture: string
}

/** All rings in flat arrays, for fast sequential drawing. Points are metres from `origin`. */
export interface DrawnZones {
  origin: readonly [x: number, y: number]
  points: Float32Array
  /** Start of each ring in `points`, plus the end of the last. */
  starts: Uint32Array
  /** West, south, east, north of each ring, in metres from `origin`. */
  boxes: Float32Array
  /** Of each ring, the number of its zone in the list, and how much the archive has of that. */
  zones: Uint32Array
  levels: Uint8Array
  /** 0 for those of a zone that contains others. */
  lots: Uint8Array
}

/** The origin lies among the zones, so single precision is exact to millimetres. */
export function packForDrawing(zones: readonly ZoneOutline[]): DrawnZones {
  const rings = zones.flatMap((zone) => zone.rings)
  const first = rings[0]
  const origin = [first?.[0] ?? 0, first?.[1] ?? 0] as const
  const points = new Float32Array(rings.reduce((sum, ring) => sum + ring.length, 0))
  const starts = new Uint32Array(rings.length + 1)
  const boxes = new Float32Array(rings.length * 4)
  const levels = holdings(zones)
  let at = 0
  for (const [number, ring] of rings.entries()) {
    starts[number] = at
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [ring[i]! - origin[0], ring[i + 1]! - origin[1]]
      points[at++] = x
      points[at++] = y
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    }
    boxes.set([west, south, east, north], number * 4)
  }
  starts[rings.length] = at
  const largest = largestLot(zones)
  const owners = zones.flatMap((zone, at) => zone.rings.map(() => at))
  return {
    origin,
    points,
    starts,
    boxes,
    zones: Uint32Array.from(owners),
    levels: Uint8Array.from(owners, (at) => levels[at]!),
    lots: Uint8Array.from(owners, (at) => Number(sizeOf(zones[at]!) <= largest)),
  }
}

/** Rings per path: long paths are slow to paint. */
const RINGS_PER_PATH = 8
/** Pixels below which a point is skipped. */
const FINEST = 0.6
/** Pixels below which a ring is drawn as a dot. */
const DOT = 1

/** Indexes of the rings that touch a box in web mercator metres. */
export function ringsIn({ origin, starts, boxes }: DrawnZones, box: Box): number[] {
  const [west, south, east, north] = [box[0] - origin[0], box[1] - origin[1], box[2] - origin[0], box[3] - origin[1]]
  const seen: number[] = []
  for (let ring = 0; ring < starts.length - 1; ring++) {
    const b = ring * 4
    if (boxes[b]! <= east && boxes[b + 2]! >= west && boxes[b + 1]! <= north && boxes[b + 3]! >= south) seen.push(ring)
  }
  return seen
}
export const countPoints = ({ starts }: DrawnZones, rings: readonly number[]): number =>
  rings.reduce((sum, ring) => sum + (starts[ring + 1]! - starts[ring]!) / 2, 0)

/** How strongly zones with many items are filled. */
const FILL = 0.45
/** Pixels of the mark on a zone with some items at most, and as a share of the zone. */
const MARK = { radius: 3.5, share: 0.2 }

/** How zones are filled and marked in a year: what each looks like (bits of LOOK, by its number), and the hatching of those that are not dated. */
export interface YearFills {
  look(zone: number): number
  hatch: CanvasPattern | string
  colors: LineColors
}

/** Draws the fills and marks, then each stroke over all rings before the next one, so that no casing covers a neighbour's line. */
export function drawRings(
  pen: Pen,
  drawn: DrawnZones,
  rings: readonly number[],
  { box, scale }: Sheet,
  { fill, strokes, year }: { fill: string | null; strokes: readonly Stroke[]; year?: YearFills | undefined },
): void {
  const { origin, points, starts, boxes, zones, levels, lots } = drawn
  const [left, top] = [box[0] - origin[0], box[3] - origin[1]]

  function trace(ring: number, dx: number, dy: number): void {
    const b = ring * 4
    if ((boxes[b + 2]! - boxes[b]!) * scale < DOT && (boxes[b + 3]! - boxes[b + 1]!) * scale < DOT) {
      pen.rect((boxes[b]! - left) * scale + dx, (top - boxes[b + 3]!) * scale + dy, DOT, DOT)
      return
    }
    const end = starts[ring + 1]!
    let [lastX, lastY] = [Infinity, Infinity]
    for (let i = starts[ring]!, begun = false; i < end; i += 2) {
      const x = (points[i]! - left) * scale + dx
      const y = (top - points[i + 1]!) * scale + dy
      if (begun && Math.abs(x - lastX) < FINEST && Math.abs(y - lastY) < FINEST) continue
      if (begun) pen.lineTo(x, y)
      else pen.moveTo(x, y)
      begun = true
      lastX = x
      lastY = y
    }
    pen.closePath()
  }
  /** In the middle of the first ring of the zone that this one is of. */
  function mark(ring: number): void {
    while (zones[ring - 1] === zones[ring]) ring--
    const [west, south, east, north] = boxes.subarray(ring * 4) as unknown as Box
    const radius = Math.min(MARK.radius, (east - west) * scale * MARK.share, (north - south) * scale * MARK.share)
    if (radius < DOT) return
    pen.beginPath()
    pen.arc(((west + east) / 2 - left) * scale, (top - (south + north) / 2) * scale, radius, 0, 7)
    pen.stroke()
    pen.fill()
  }
  /** Fills each zone for which there is a style, or draws its mark. */
  function fillZones(styleOf: (ring: number) => YearFills['hatch'] | undefined, isMarked: (ring: number) => boolean) {
    pen.lineWidth = 2
    pen.strokeStyle = strokes[0]!.color
    for (let i = 0; i < rings.length;) {
      const [first, zone] = [rings[i]!, zones[rings[i]!]!]
      const style = styleOf(first)
      if (style) pen.beginPath()
      // The rings of a zone are one path: one inside another is a hole.
      for (; i < rings.length && zones[rings[i]!] === zone; i++) if (style) trace(rings[i]!, 0, 0)
      if (style) {
        pen.fillStyle = style
        pen.globalAlpha = FILL
        pen.fill('evenodd')
        pen.globalAlpha = 1
      }
      if (!isMarked(first)) continue
      pen.fillStyle = year ? year.colors.picture : fill!
      mark(first)
    }
  }
  if (year) {
    const look = (ring: number) => (lots[ring] ? year.look(zones[ring]!) : 0)
    fillZones(
      (ring) => (look(ring) & LOOK.business ? year.colors.fill : look(ring) & LOOK.undated ? year.hatch : undefined),
      (ring) => look(ring) >= LOOK.level,
    )
  } else if (fill)
    fillZones(
      (ring) => (levels[ring] === 2 ? fill : undefined),
      (ring) => levels[ring] === 1,
    )
  for (const { color, width, x, y } of strokes) {
    pen.strokeStyle = color
    pen.lineWidth = width
    for (let from = 0; from < rings.length; from += RINGS_PER_PATH) {
      pen.beginPath()
      for (let i = from; i < Math.min(from + RINGS_PER_PATH, rings.length); i++) trace(rings[i]!, x, y)
      pen.stroke()
    }
  }
}

/** Points in view above which lines are hairlines, which paint several times as fast. */
export const MANY_POINTS = 8_000

/**
 * Strokes that are visible on dark imagery and on light maps: a line over a wider casing of the opposite brightness or, with many points in view, a
 * hairline beside two others, one pixel right and one below.
 */
export function lineStrokes({ casing, line }: LineColors, zoom: number, points: number, density: number): Stroke[] {
  if (points > MANY_POINTS) {
    // Lines wider than one canvas pixel are slow; 0.99 allows for rounding.
    const [pixel, width] = [1 / density, 0.99 / density]
    return [
      { color: casing, width, x: pixel, y: 0 },
      { color: casing, width, x: 0, y: pixel },
      { color: line, width, x: 0, y: 0 },
    ]
  }
  // Far out a lot is a few pixels wide: heavy lines would hide the town.
  const [wide, fine] = zoom < 15.5 ? [1.6, 0.8] : zoom < 17 ? [2.6, 1] : [3.4, 1.4]
  return [
    { color: casing, width: wide, x: 0, y: 0 },
    { color: line, width: fine, x: 0, y: 0 },
  ]
}

/** Pixels of all canvases together that phones handle easily. */
export const MOST_PIXELS = 12_000_000

/** Canvas pixels per CSS pixel: the screen's, at most 2, less where the canvas would be too large. */
export const canvasDensity = (width: number, height: number, screen: number): number =>
  Math.max(0.5, Math.min(2, Math.max(1, screen || 1), Math.sqrt(MOST_PIXELS / Math.max(1, width * height))))

/** Colours of the canvas, from the custom properties of styles/tokens.css. (The SVG highlights use them directly.) */
export function readPalette(element: HTMLElement): LineColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const casing = token('--map-casing') || token('--mat')
  return { casing, line: token('--map-line') || token('--ink-soft'), fill: token('--ochre'), picture: token('--lake') }
}
