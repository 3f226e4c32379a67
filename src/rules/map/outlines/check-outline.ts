import { difference, intersection } from 'polyclip-ts'
import type { Geometry } from '#contract/location.ts'
import { selfMeeting } from './crossings.ts'
import { LEAST_AREA, polygonsArea, polygonsOf, ringArea, toGeom, type Position, type Ring } from './polygons.ts'
import { OUTLINE } from './messages.ts'

/** Positions in an outline; a request can have as many. Parcels of a cadastre have dozens. */
const MOST_CORNERS = 30_000

const box = (ring: Ring) => {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const span = (values: readonly number[]) =>
    values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
      Infinity,
      -Infinity,
    ] as readonly [number, number])
  return { x: span(xs), y: span(ys) }
}
const boxesMeet = (one: Ring, other: Ring) => {
  const [a, b] = [box(one), box(other)]
  return a.x[0] < b.x[1] && b.x[0] < a.x[1] && a.y[0] < b.y[1] && b.y[0] < a.y[1]
}
const overlap = (one: Ring, other: Ring) =>
  boxesMeet(one, other) && polygonsArea(intersection(toGeom([[one]]), toGeom([[other]]))) > LEAST_AREA
/** The first pair for which something holds. */
const somePair = <T>(list: readonly T[], holds: (one: T, other: T) => boolean) =>
  list.some((one, at) => list.slice(at + 1).some((other) => holds(one, other)))

/** What is wrong with one ring by itself. */
function ringProblem(ring: Ring): string | undefined {
  const meets: Position | undefined = selfMeeting(ring, { closed: true })
  if (meets) return OUTLINE.crossesItself(meets)
  return ringArea(ring) > LEAST_AREA ? undefined : OUTLINE.noArea
}

/**
 * Why an outline is not one, as a sentence; undefined for a good one. Its shape is checked by contract/location.ts: this is about its area (OGC Simple
 * Features: rings that do not meet themselves, holes within, parts beside each other).
 */
export function outlineProblem(geometry: Geometry): string | undefined {
  const polygons = polygonsOf(geometry)
  const rings = polygons.flat()
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > MOST_CORNERS) return OUTLINE.tooManyCorners(MOST_CORNERS)
  for (const ring of rings) {
    const problem = ringProblem(ring)
    if (problem !== undefined) return problem
  }
  for (const [shell, ...holes] of polygons) {
    const outside = holes.some((hole) => polygonsArea(difference(toGeom([[hole]]), toGeom([[shell!]]))) > LEAST_AREA)
    if (outside) return OUTLINE.holeOutside
    if (somePair(holes, overlap)) return OUTLINE.holesOverlap
  }
  const overlapping = somePair(
    polygons,
    (one, other) =>
      boxesMeet(one[0]!, other[0]!) && polygonsArea(intersection(toGeom([one]), toGeom([other]))) > LEAST_AREA,
  )
  return overlapping ? OUTLINE.partsOverlap : undefined
}
