import { boundingBox } from '#rules/map/geometry.ts'
import type { Point } from './plan-geometry.ts'
import { coveredBy, LINE, samplesAlong, type PlanZone, streetLine } from './street-line.ts'

/** A label along a street: `angle` in degrees, text anchored in the middle. */
export interface StreetName {
  text: string
  x: number
  y: number
  angle: number
}

/** Average letter width, in plan units. */
const LETTER = 9.6

/**
 * Places street labels using the zones along each street: streets with the most zones first, no overlaps, each where it covers the fewest zones. A street
 * whose zones are not in a line gets none.
 */
export function streetNames(
  streets: ReadonlyMap<string, readonly PlanZone[]>,
  frame: { width: number; height: number },
  most = 40,
): StreetName[] {
  const everything = [...streets.values()].flat().map(({ ring }) => ({ ring, box: boundingBox([ring]) }))
  const taken: Point[][] = []
  const names: StreetName[] = []
  const largest = [...streets].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  for (const [text, all] of largest) {
    if (names.length === most) break
    const line = streetLine(all)
    if (!line) continue
    const { zones, direction, from, to, offsets } = line
    const [dx, dy] = direction
    const half = (text.length * LETTER) / 2
    if (to - from < half * 2) continue
    const room = (to - from) / 2 - half
    const isCovered = coveredBy(everything, zones)
    const places = offsets.flatMap((across) =>
      [0, 0.5, -0.5, 0.9, -0.9].map((part) => {
        const at = (from + to) / 2 + room * part
        const middle: Point = [at * dx - across * dy, at * dy + across * dx]
        return { middle, samples: samplesAlong(middle, direction, half) }
      }),
    )
    const place = places
      .filter(({ samples }) => samples.every((point) => isOn(point, frame)))
      .filter(({ samples }) => taken.every((other) => !areNear(samples, other)))
      .map((each) => ({ ...each, hidden: each.samples.filter(isCovered).length }))
      .sort((a, b) => a.hidden - b.hidden)[0]
    if (!place || place.hidden > place.samples.length / 2) continue
    taken.push(place.samples)
    names.push({ text, x: Math.round(place.middle[0]), y: Math.round(place.middle[1]), angle: line.degrees })
  }
  return names
}

const isOn = ([x, y]: Point, { width, height }: { width: number; height: number }) =>
  x > LINE && y > LINE && x < width - LINE && y < height - LINE
const areNear = (a: readonly Point[], b: readonly Point[]) =>
  a.some(([ax, ay]) => b.some(([bx, by]) => Math.hypot(ax - bx, ay - by) < LINE * 1.1))
