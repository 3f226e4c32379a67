import type { Point } from './plan-geometry.ts'

/** A street's name as it is written along the street: `angle` in degrees, text anchored in its middle. */
export interface StreetName {
  text: string
  x: number
  y: number
  angle: number
}

/** Plan units that a letter takes, and the height of a line. */
const LETTER = 9.6
const LINE = 20
/** A street is written on only where at least as many zones face it. */
const LEAST_ZONES = 3
/** Zones farther apart than this many plan units are no neighbours. */
const GAP = 120

/** Two towns in one archive may have a street of the same name each: the name is written where most of its zones lie together. */
function largestCluster(points: readonly Point[]): Point[] {
  const left = new Set(points)
  let largest: Point[] = []
  for (const start of points) {
    if (!left.delete(start)) continue
    const cluster = [start]
    for (const [x, y] of cluster) {
      for (const other of left) {
        if (Math.hypot(other[0] - x, other[1] - y) > GAP) continue
        left.delete(other)
        cluster.push(other)
      }
    }
    if (cluster.length > largest.length) largest = cluster
  }
  return largest
}

/** The line that lies nearest to all points: its middle, direction and half length. */
function lineThrough(points: readonly Point[]) {
  const n = points.length
  const [mx, my] = [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n]
  let [xx, yy, xy] = [0, 0, 0]
  for (const [x, y] of points) {
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
    xy += (x - mx) * (y - my)
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  const along = points.map(([x, y]) => (x - mx) * dx + (y - my) * dy)
  const across = points.map(([x, y]) => (y - my) * dx - (x - mx) * dy)
  const half = (Math.max(...along) - Math.min(...along)) / 2
  const centre = (Math.max(...along) + Math.min(...along)) / 2
  // Half way between the two sides of the street, also where one side has more lots.
  const offset = (Math.max(...across) + Math.min(...across)) / 2
  const spread = Math.max(...across) - Math.min(...across)
  return { x: mx + dx * centre - dy * offset, y: my + dy * centre + dx * offset, angle, half, spread, dx, dy }
}

const overlap = (a: Point[], b: Point[], distance: number) =>
  a.some(([ax, ay]) => b.some(([bx, by]) => Math.hypot(ax - bx, ay - by) < distance))

/**
 * Names for the streets of a plan, from the middles of the zones that face them: the streets with most zones first, none over
 * another. A street whose lots do not lie along a line gets none.
 */
export function streetNames(streets: ReadonlyMap<string, readonly Point[]>, most = 40): StreetName[] {
  const names: StreetName[] = []
  const taken: Point[][] = []
  const largest = [...streets].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  for (const [text, all] of largest) {
    if (all.length < LEAST_ZONES || names.length === most) continue
    const points = largestCluster(all)
    if (points.length < LEAST_ZONES) continue
    const line = lineThrough(points)
    const halfText = (text.length * LETTER) / 2
    if (line.half < halfText || line.spread > line.half) continue
    const room = line.half - halfText
    const place = [0, 0.5, -0.5, 0.9, -0.9]
      .map((part) => [line.x + line.dx * room * part, line.y + line.dy * room * part] as const)
      .map((middle) => ({ middle, samples: samplesAlong(middle, line, halfText) }))
      .find(({ samples }) => taken.every((other) => !overlap(samples, other, LINE * 1.1)))
    if (!place) continue
    taken.push(place.samples)
    const degrees = (line.angle * 180) / Math.PI
    // Read from below or from the right, never upside down.
    const angle = degrees > 89 ? degrees - 180 : degrees <= -91 ? degrees + 180 : degrees
    names.push({
      text,
      x: Math.round(place.middle[0]),
      y: Math.round(place.middle[1]),
      angle: Math.round(angle * 10) / 10,
    })
  }
  return names
}

const samplesAlong = ([x, y]: Point, { dx, dy }: { dx: number; dy: number }, half: number): Point[] => {
  const steps = Math.max(1, Math.ceil(half / (LINE / 2)))
  return Array.from({ length: 2 * steps + 1 }, (_, at) => {
    const by = (half * (at - steps)) / steps
    return [x + dx * by, y + dy * by]
  })
}
