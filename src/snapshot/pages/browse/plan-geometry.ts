import type { Geometry } from '#contract/location.ts'
import { toMercator, viewAround, type Box } from '#rules/map/geometry.ts'

/** Plan coordinates: x to the east, y to the south, in view box units. */
export type Point = readonly [x: number, y: number]
/** What the plan shows, in Web Mercator metres, and its size in view box units. */
export interface Frame {
  view: Box
  width: number
  height: number
}

/** Maximum ratio of the plan's sides. */
const MAX_RATIO = 1.6
const MARGIN = 0.04
/** Metres. */
const MIN_WIDTH = 1

/** In Web Mercator metres, without holes. */
export const outerRings = (geometry: Geometry): Point[][] =>
  (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map((polygon) =>
    polygon[0]!.map(toMercator),
  )

/** The frame around all zones or, if a few outliers would make the rest tiny, around all but the outermost 2 % on each side. */
export function planFrame(boxes: readonly Box[], width: number): Frame {
  const quantile = (side: 0 | 1 | 2 | 3, part: number) => {
    const sorted = boxes.map((box) => box[side]).sort((a, b) => a - b)
    return sorted[Math.round((sorted.length - 1) * part)]!
  }
  const without = (edge: number): Box => [
    quantile(0, edge),
    quantile(1, edge),
    quantile(2, 1 - edge),
    quantile(3, 1 - edge),
  ]
  const [whole, dense] = [without(0), without(boxes.length >= 50 ? 0.02 : 0)]
  const far = whole[2] - whole[0] > 1.5 * (dense[2] - dense[0]) || whole[3] - whole[1] > 1.5 * (dense[3] - dense[1])
  const box = far ? dense : whole
  const ratio = (box[2] - box[0]) / (box[3] - box[1]) || 1
  const aspect = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio))
  return { view: viewAround(box, aspect, MARGIN, MIN_WIDTH), width, height: Math.round(width / aspect) }
}

export function project({ view, width }: Frame, [x, y]: Point): Point {
  const scale = width / (view[2] - view[0])
  return [(x - view[0]) * scale, (view[3] - y) * scale]
}

/** True if any of the points is in the frame. */
export const isInside = (frame: Frame, points: readonly Point[]) =>
  points.some(([x, y]) => x >= 0 && y >= 0 && x <= frame.width && y <= frame.height)

/** Simplifies a ring (Douglas-Peucker). */
export function simplify(ring: readonly Point[], tolerance: number): Point[] {
  if (ring.length < 5) return [...ring]
  const keep = new Set([0, ring.length - 1])
  // The point farthest from the start splits the closed ring into two lines.
  const far = farthest(ring, 0, ring.length - 1, (point) => Math.hypot(point[0] - ring[0]![0], point[1] - ring[0]![1]))
  const open: [number, number][] = [
    [0, far.at],
    [far.at, ring.length - 1],
  ]
  keep.add(far.at)
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    if (to - from < 2) continue
    const { at, distance } = farthest(ring, from, to, distanceFrom(ring[from]!, ring[to]!))
    if (distance <= tolerance) continue
    keep.add(at)
    open.push([from, at], [at, to])
  }
  return ring.filter((_, at) => keep.has(at))
}

function farthest(ring: readonly Point[], from: number, to: number, measure: (point: Point) => number) {
  let found = { at: from + 1, distance: -1 }
  for (let at = from + 1; at < to; at++) {
    const distance = measure(ring[at]!)
    if (distance > found.distance) found = { at, distance }
  }
  return found
}

function distanceFrom([ax, ay]: Point, [bx, by]: Point): (point: Point) => number {
  const length = Math.hypot(bx - ax, by - ay)
  if (length === 0) return ([x, y]) => Math.hypot(x - ax, y - ay)
  return ([x, y]) => Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
}

/** A simplified ring as compact SVG path data in integers. Empty if nothing is left at this scale. */
export function pathOf(ring: readonly Point[], tolerance = 0.75): string {
  const points = simplify(ring, tolerance).map(([x, y]) => [Math.round(x), Math.round(y)] as const)
  const corners = points.filter(
    (point, at) => at === 0 || point[0] !== points[at - 1]![0] || point[1] !== points[at - 1]![1],
  )
  const [first, last] = [corners[0], corners.at(-1)]
  if (first && last && corners.length > 1 && first[0] === last[0] && first[1] === last[1]) corners.pop()
  if (!first || corners.length < 3) return ''
  let path = `M${first[0]} ${first[1]}l`
  corners.slice(1).forEach((point, at) => {
    const [dx, dy] = [point[0] - corners[at]![0], point[1] - corners[at]![1]]
    path += `${at > 0 && dx >= 0 ? ' ' : ''}${dx}${dy < 0 ? '' : ' '}${dy}`
  })
  return `${path}z`
}

/** Mean of a ring's corners. */
export function middleOf(ring: readonly Point[]): Point {
  const closed = ring.length > 1 ? ring.slice(0, -1) : ring
  const sum = closed.reduce<[number, number]>((total, [x, y]) => [total[0] + x, total[1] + y], [0, 0])
  return [sum[0] / closed.length, sum[1] / closed.length]
}
