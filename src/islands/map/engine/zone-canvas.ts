import {
  DomUtil,
  type LatLng,
  Layer,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  type ZoomAnimEvent,
} from 'leaflet'
import { metresPerPixel } from './fit-view.ts'
import { toCentre } from './leaflet-view.ts'
import {
  canvasDensity,
  countPoints,
  type DrawnZones,
  drawRings,
  type LineColors,
  lineStrokes,
  MOST_PIXELS,
  packForDrawing,
  ringsIn,
} from './zone-drawing.ts'
import { blank, hatching, paint } from './square-paint.ts'
import {
  AHEAD,
  drawingTime,
  type Drawing,
  type DrawnSquare,
  keyOf,
  keysUnder,
  LINE,
  type Square,
  squareSide,
  squaresIn,
  squaresToEvict,
  widened,
  windowOf,
} from './zone-squares.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { LOOK } from '#stores/map/year-look.ts'

/** Squares drawn per frame of a drag: in view, and ahead of it. */
const PER_FRAME = { visible: 2, ahead: 1 }

/**
 * All zones on canvas squares, which the browser moves and scales with the map. A square is drawn once per zoom level, when it comes near the view, so a
 * drag paints at most a square or two per frame. (Leaflet's own canvas keeps an object per zone, strokes each one, and redraws everything after a move.)
 */
export class ZoneCanvas extends Layer {
  readonly #element = DomUtil.create('div', 'leaflet-zoom-animated map-zones')
  readonly #squares = new Map<string, DrawnSquare>()
  #zones: DrawnZones = packForDrawing([])
  #colors: LineColors
  #fills = true
  #pks: readonly number[] = []
  #former: ReadonlySet<number> = new Set()
  /** In a year, what a place looks like (bits of LOOK). */
  #look: ((pk: number) => number) | null = null
  #rings: ReadonlyMap<number, readonly number[]> | undefined
  #hatch: CanvasPattern | string = ''
  #turn = 0
  readonly #time = drawingTime()
  readonly #pane: string
  #map: LeafletMap | undefined
  #drawing: Drawing | undefined
  #frame = 0

  constructor(colors: LineColors, pane = 'zones') {
    super()
    this.#colors = colors
    this.#pane = pane
  }

  setZones(zones: readonly ZoneOutline[]): void {
    this.#zones = packForDrawing(zones)
    this.#pks = zones.map(({ pk }) => pk)
    this.#former = new Set(zones.flatMap(({ former }, at) => (former ? [at] : [])))
    this.#rings = undefined
    this.#begin()
  }
  /** Tints the zones that have items, or does not. */
  setFills(fills: boolean): void {
    if (this.#fills === fills) return
    this.#fills = fills
    this.#begin()
  }
  /**
   * Shows what was there in a year; null: at any time. Of what looks the same but for some places, the squares that have those are drawn again in the next
   * frames.
   */
  setYear(look: ((pk: number) => number) | null, changed?: readonly number[]): void {
    const isOther = this.#look !== look
    this.#look = look
    this.#time.change()
    if (isOther || !changed || !this.#drawing) return this.#begin()
    const { zones, boxes, origin } = this.#zones
    this.#rings ??= Map.groupBy(zones.keys(), (ring) => this.#pks[zones[ring]!]!)
    for (const pk of changed)
      for (const ring of this.#rings.get(pk) ?? [])
        for (const key of keysUnder(boxes.subarray(ring * 4, ring * 4 + 4), origin, this.#drawing)) {
          const square = this.#squares.get(key)
          if (square) square.isStale = true
        }
    if (changed.length > 0) this.#ahead()
  }
  setColors(colors: LineColors): void {
    this.#hatch = ''
    this.#colors = colors
    this.#begin()
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map
    this.getPane(this.#pane)!.append(this.#element)
    this.#begin()
    return this
  }
  override onRemove(): this {
    for (const square of this.#squares.values()) this.#remove(square)
    this.#element.remove()
    this.#map = undefined
    return this
  }
  override getEvents(): { [name: string]: LeafletEventHandlerFn } {
    return {
      viewreset: () => this.#rest(),
      moveend: () => this.#rest(),
      move: () => this.#ahead(),
      zoom: () => this.#place(),
      zoomanim: (event) => this.#place((event as ZoomAnimEvent).center, (event as ZoomAnimEvent).zoom),
    }
  }

  /** Moves the drawing to its place on the map, now or at the end of a zoom animation. */
  #place(centre?: LatLng, zoom?: number): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const at = zoom ?? map.getZoom()
    // Layer points count from the pixel origin; during an animation, from that of the target view.
    const origin = centre
      ? map
          .project(centre, at)
          .subtract(map.getSize().divideBy(2))
          .subtract(map.containerPointToLayerPoint([0, 0]))
          .round()
      : map.getPixelOrigin()
    const scale = map.getZoomScale(at, drawing.zoom)
    DomUtil.setTransform(this.#element, map.project(drawing.corner, at).subtract(origin), scale)
  }

  /** Discards all squares and draws the view again. */
  #begin(): void {
    const map = this.#map
    if (!map) return
    const [zoom, size] = [map.getZoom(), map.getSize()]
    const density = canvasDensity(size.x, size.y, devicePixelRatio)
    const pixel = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin()).round()
    const corner = map.unproject(pixel, zoom)
    const [[west, north], metres] = [toCentre(corner), metresPerPixel(zoom)]
    const seen = ringsIn(this.#zones, [west, north - size.y * metres, west + size.x * metres, north])
    const strokes = lineStrokes(this.#colors, zoom, countPoints(this.#zones, seen), density)
    for (const square of this.#squares.values()) this.#remove(square)
    this.#drawing = { corner, pixel, zoom, density, side: squareSide(density, this.#look !== null), strokes }
    this.#rest()
  }

  /** The map rests: draws the view at once, and its surroundings in the next frames. */
  #rest(): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const [zoom, size] = [map.getZoom(), map.getSize()]
    if (drawing.zoom !== zoom || drawing.density !== canvasDensity(size.x, size.y, devicePixelRatio)) {
      this.#begin()
      return
    }
    this.#place()
    this.#fill(Infinity)
  }

  /** Draws some missing squares in the next frame. */
  #ahead(): void {
    if (this.#frame !== 0 || this.#drawing?.zoom !== this.#map?.getZoom()) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (this.#drawing?.zoom === this.#map?.getZoom()) this.#fill(this.#look ? 0 : PER_FRAME.visible)
    })
  }

  /** Draws up to `most` missing squares of the view, 0: while there is time; when none is missing, one beside it. */
  #fill(most: number): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const window = windowOf(map, drawing)
    const missing = (share: number) =>
      squaresIn(widened(window, share), drawing.side).filter(
        (square) => this.#squares.get(keyOf(square))?.isStale ?? true,
      )
    // What is not there yet, then what was drawn first.
    const turnOf = (square: Square) => this.#squares.get(keyOf(square))?.turn ?? 0
    const visible = missing(0).sort((a, b) => turnOf(a) - turnOf(b))
    const hasTime = this.#time.begin(visible.length === 0)
    for (const [at, square] of visible.entries()) if (most === 0 ? hasTime() : at < most) this.#draw(square, drawing)
    const ahead = missing(AHEAD)
    if (visible.length === 0) for (const square of ahead.splice(0, PER_FRAME.ahead)) this.#draw(square, drawing)
    if (ahead.length > 0) this.#ahead()
    const [drawn, room] = [[...this.#squares.values()], Math.floor(MOST_PIXELS / (drawing.side * drawing.density) ** 2)]
    for (const square of squaresToEvict(drawn, widened(window, AHEAD), drawing.side, room)) this.#remove(square)
  }

  #draw({ column, row }: Square, { corner, zoom, density, side, strokes }: Drawing): void {
    const metres = metresPerPixel(zoom)
    const [x, y] = toCentre(corner)
    const [west, north, line] = [x + column * side * metres, y - row * side * metres, LINE * metres]
    const box = [west, north - side * metres, west + side * metres, north] as const
    const before = this.#squares.get(keyOf({ column, row }))
    const rings = before?.rings ?? ringsIn(this.#zones, [box[0] - line, box[1] - line, box[2] + line, box[3] + line])
    const square: DrawnSquare = { column, row, rings, isStale: false, turn: ++this.#turn }
    this.#squares.set(keyOf(square), square)
    if (rings.length === 0) return
    const look = this.#look
    const isGone = (zone: number) => (look ? look(this.#pks[zone]!) & LOOK.gone : this.#former.has(zone))
    const touched = rings.filter((ring) => !isGone(this.#zones.zones[ring]!))
    const pixels = Math.round(side * density)
    square.canvas = paint(before?.canvas ?? blank(pixels), (pen) => {
      this.#hatch ||= hatching(pen, this.#colors)
      const year = look && { look: (zone: number) => look(this.#pks[zone]!), hatch: this.#hatch, colors: this.#colors }
      pen.scale(pixels / side, pixels / side)
      pen.lineJoin = 'bevel'
      // In a year one casing is enough: it is drawn again and again.
      drawRings(
        pen,
        this.#zones,
        touched,
        { box, scale: 1 / metres },
        { fill: this.#fills ? this.#colors.fill : null, strokes: year ? strokes.slice(-2) : strokes, year },
      )
    })
    if (before) return
    square.canvas.style.width = square.canvas.style.height = `${side}px`
    square.canvas.style.transform = `translate(${column * side}px, ${row * side}px)`
    this.#element.append(square.canvas)
  }

  #remove(square: DrawnSquare): void {
    this.#squares.delete(keyOf(square))
    if (!square.canvas) return
    square.canvas.remove()
    // Safari frees the memory of a canvas late, but that of an empty one at once.
    square.canvas.width = 0
  }
}
