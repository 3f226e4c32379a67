import type { Geometry } from '#contract/location.ts'

/** West, south, east, north in Web Mercator metres (EPSG:3857). */
export type Box = readonly [number, number, number, number]

const RADIUS = 6378137
type Point = readonly [number, number]

/** EPSG:4326 degrees to EPSG:3857 metres. */
export const toMercator = ([lon, lat]: Point): Point => [
  (RADIUS * lon * Math.PI) / 180,
  RADIUS * Math.log(Math.tan(Math.PI / 4 + (Math.min(85, Math.max(-85, lat)) * Math.PI) / 360)),
]

/** EPSG:3857 metres to EPSG:4326 degrees. */
export const fromMercator = ([x, y]: Point): Point => [
  (x / RADIUS) * (180 / Math.PI),
  (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) * (180 / Math.PI),
]

/** All rings in EPSG:3857 metres, holes too (even-odd rule). */
export const mercatorRings = (geometry: Geometry): Point[][] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap((polygon) =>
    polygon.map((ring) => ring.map(toMercator)),
  )

export function boundingBox(rings: readonly (readonly Point[])[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings) {
    for (const [x, y] of ring) {
      west = Math.min(west, x)
      south = Math.min(south, y)
      east = Math.max(east, x)
      north = Math.max(north, y)
    }
  }
  return [west, south, east, north]
}

/** The box around some boxes. */
export const boxAround = (boxes: readonly Box[]): Box =>
  boundingBox(
    boxes.map(([west, south, east, north]) => [
      [west, south],
      [east, north],
    ]),
  )

export const overlap = (a: Box, b: Box) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]

/** Area of a ring in square units, whether or not its last point repeats the first. */
export const areaOf = (ring: readonly Point[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[(at + 1) % ring.length]!
      return sum + (x * nextY - nextX * y)
    }, 0),
  ) / 2

/** Point in polygon (even-odd rule). */
export function isInsideRing(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length]!
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  })
  return inside
}

/** A view around a box. `aspect` is width over height, `margin` a share of the box on each side, `minWidth` in metres. */
export function viewAround(box: Box, aspect: number, margin: number, minWidth: number): Box {
  const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const
  const width = Math.max(minWidth, (box[2] - box[0]) * (1 + 2 * margin), (box[3] - box[1]) * (1 + 2 * margin) * aspect)
  const height = width / aspect
  return [middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2]
}

/** Rings as an SVG path in a view `size` units wide: rounded to integers, duplicate points dropped. Empty if nothing is left. */
export function svgPath(rings: readonly (readonly Point[])[], view: Box, size: number): string {
  const scale = size / (view[2] - view[0])
  let path = ''
  for (const ring of rings) {
    let drawn = ''
    let [lastX, lastY, count] = [NaN, NaN, 0]
    for (const [x, y] of ring) {
      const [px, py] = [Math.round((x - view[0]) * scale), Math.round((view[3] - y) * scale)]
      if (px === lastX && py === lastY) continue
      drawn += count === 0 ? `M${px} ${py}` : `l${px - lastX} ${py - lastY}`
      ;[lastX, lastY, count] = [px, py, count + 1]
    }
    if (count > 2) path += `${drawn}z`
  }
  return path
}

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]

/** A scale bar of about a fifth of the view: metres on the ground and their length in view units. */
export function scaleBar(view: Box, size: number): { metres: number; length: number } {
  const latitude = 2 * Math.atan(Math.exp((view[1] + view[3]) / 2 / RADIUS)) - Math.PI / 2
  const perMetre = size / (view[2] - view[0]) / Math.cos(latitude)
  const metres = STEPS.findLast((step) => step * perMetre <= size / 4) ?? STEPS[0]!
  return { metres, length: Math.round(metres * perMetre) }
}
