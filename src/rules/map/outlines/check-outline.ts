import { difference, intersection } from 'polyclip-ts'
import type { Geometry } from '#contract/location.ts'
import { boundingBox, overlap } from '../geometry.ts'
import {
  selfMeeting,
  LEAST_AREA,
  polygonsArea,
  polygonsOf,
  ringArea,
  toGeom,
  type Polygon,
  type Position,
  type Ring,
} from './polygons.ts'
import { OUTLINE } from './messages.ts'

/** Positions in an outline; a request can have as many. Parcels of a cadastre have dozens. */
const MOST_CORNERS = 30_000

const polygonsOverlap = (one: Polygon, other: Polygon) =>
  overlap(boundingBox([one[0]!]), boundingBox([other[0]!])) &&
  polygonsArea(intersection(toGeom([one]), toGeom([other]))) > LEAST_AREA
const somePair = <T>(list: readonly T[], holds: (one: T, other: T) => boolean) =>
  list.some((one, at) => list.slice(at + 1).some((other) => holds(one, other)))

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
    if (somePair(holes, (one, other) => polygonsOverlap([one], [other]))) return OUTLINE.holesOverlap
  }
  return somePair(polygons, polygonsOverlap) ? OUTLINE.partsOverlap : undefined
}
