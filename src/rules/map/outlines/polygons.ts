import type { Geom } from 'polyclip-ts'
import type { Geometry } from '#contract/location.ts'

/** Longitude and latitude in degrees (EPSG:4326). */
export type Position = [number, number]
export type Ring = readonly Position[]
export type Polygon = readonly Ring[]

/** In square degrees, about a hundredth of a square metre: what is smaller comes from rounding. */
export const LEAST_AREA = 1e-12

export const polygonsOf = (geometry: Geometry): Polygon[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Twice the signed area of a ring. Relative to its first corner, because degrees are large numbers with small differences. */
function doubleArea(ring: Ring): number {
  const [x0, y0] = ring[0]!
  let sum = 0
  for (let at = 1; at < ring.length; at++) {
    const [[ax, ay], [bx, by]] = [ring[at - 1]!, ring[at]!]
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
  }
  return sum
}
export const ringArea = (ring: Ring): number => Math.abs(doubleArea(ring)) / 2

/** The area without holes, in square degrees. */
export const polygonsArea = (polygons: readonly Polygon[]): number =>
  polygons.reduce((sum, [shell, ...holes]) => {
    return sum + ringArea(shell!) - holes.reduce((open, hole) => open + ringArea(hole), 0)
  }, 0)

/** Copies, since the library takes mutable arrays. */
export const toGeom = (polygons: readonly Polygon[]): Geom =>
  polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]): Position => [x, y])))

/** GeoJSON, without specks that come from rounding; undefined if nothing is left. */
export function toGeometry(polygons: readonly Polygon[]): Geometry | undefined {
  const kept = polygons
    .filter(([shell]) => ringArea(shell!) > LEAST_AREA)
    .map(([shell, ...holes]) => [shell!, ...holes.filter((hole) => ringArea(hole) > LEAST_AREA)])
    .map((polygon) => polygon.map((ring) => ring.map(([x, y]): Position => [x, y])))
  if (kept.length === 0) return undefined
  return kept.length === 1 ? { type: 'Polygon', coordinates: kept[0]! } : { type: 'MultiPolygon', coordinates: kept }
}

/** In degrees, a tenth of a millimetre: what is closer is the same place. */
const SAME_PLACE = 1e-9

export type Segment = readonly [Position, Position]

const distance = ([ax, ay]: Position, [bx, by]: Position) => Math.hypot(bx - ax, by - ay)
/** On which side of a segment a point lies, in degrees from it: positive on the left. */
const offset = ([[ax, ay], [bx, by]]: Segment, [x, y]: Position) =>
  ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay)
/** How far along a segment a point lies, in degrees from its start. */
const along = ([[ax, ay], [bx, by]]: Segment, [x, y]: Position) =>
  ((bx - ax) * (x - ax) + (by - ay) * (y - ay)) / Math.hypot(bx - ax, by - ay)
const isOn = (segment: Segment, point: Position) => {
  const at = along(segment, point)
  return Math.abs(offset(segment, point)) <= SAME_PLACE && at >= -SAME_PLACE && at <= distance(...segment) + SAME_PLACE
}

/** Where two segments meet, if they do. Of those that lie on each other: one such place. */
export function meeting(one: Segment, other: Segment): Position | undefined {
  const [c, d] = [offset(one, other[0]), offset(one, other[1])]
  const [a, b] = [offset(other, one[0]), offset(other, one[1])]
  if (isOn(one, other[0])) return other[0]
  if (isOn(one, other[1])) return other[1]
  if (isOn(other, one[0])) return one[0]
  if (isOn(other, one[1])) return one[1]
  if (a > 0 === b > 0 || c > 0 === d > 0) return undefined
  const share = a / (a - b)
  const [[ax, ay], [bx, by]] = one
  return [ax + share * (bx - ax), ay + share * (by - ay)]
}

/** The segments of a line, without corners that repeat the one before. */
export function segmentsOf(points: readonly Position[]): Segment[] {
  const segments: Segment[] = []
  let last = points[0]
  for (const point of points.slice(1)) {
    if (distance(last!, point) <= SAME_PLACE) continue
    segments.push([last!, point])
    last = point
  }
  return segments
}

/** True if the second of two segments that follow each other runs back over the first. */
const turnsBack = (one: Segment, next: Segment) => isOn(one, next[1]) || isOn(next, one[0])

/** Where a line, or with `closed` a ring, meets itself. Segments are compared in the order of their western ends, so that only neighbours are. */
export function selfMeeting(points: readonly Position[], { closed }: { closed: boolean }): Position | undefined {
  const segments = segmentsOf(points)
  const count = segments.length
  const west = ([[ax], [bx]]: Segment) => Math.min(ax, bx)
  const east = ([[ax], [bx]]: Segment) => Math.max(ax, bx)
  const order = segments.map((segment, at) => ({ segment, at })).sort((a, b) => west(a.segment) - west(b.segment))
  for (const [place, { segment, at }] of order.entries()) {
    for (let next = place + 1; next < order.length; next++) {
      const other = order[next]!
      if (west(other.segment) > east(segment) + SAME_PLACE) break
      const [first, second] = at < other.at ? [at, other.at] : [other.at, at]
      const follows = second === first + 1
      const closes = closed && first === 0 && second === count - 1
      if (follows || closes) {
        const [one, then] = follows ? [first, second] : [second, first]
        if (turnsBack(segments[one]!, segments[then]!)) return segments[then]![0]
        continue
      }
      const found = meeting(segment, other.segment)
      if (found) return found
    }
  }
  return undefined
}
