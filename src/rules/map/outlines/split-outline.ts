import { difference, intersection, union } from 'polyclip-ts'
import type { Geometry } from '#contract/location.ts'
import { boundingBox } from '../geometry.ts'
import {
  meeting,
  segmentsOf,
  selfMeeting,
  type Segment,
  polygonsOf,
  toGeom,
  toGeometry,
  type Position,
} from './polygons.ts'
import { OUTLINE } from './messages.ts'

/** In degrees, about a centimetre: how far a line may begin inside of an outline and still begin at its edge. */
const AT_THE_EDGE = 1e-7
/** Corners of the circle that closes the line around the outline. */
const ARC = 24

type SplitOutline = { left: Geometry; right: Geometry } | { problem: string }

/** Where a ray from a point leaves a circle around it. */
function onCircle(from: Position, away: Position, [cx, cy]: Position, radius: number): Position {
  const length = Math.hypot(from[0] - away[0], from[1] - away[1])
  const [dx, dy] = [(from[0] - away[0]) / length, (from[1] - away[1]) / length]
  const [fx, fy] = [from[0] - cx, from[1] - cy]
  const b = fx * dx + fy * dy
  const far = -b + Math.sqrt(b * b - (fx * fx + fy * fy - radius * radius))
  return [from[0] + far * dx, from[1] + far * dy]
}

/** The half of a wide circle that lies on the left of a line, as a ring, with the two pieces that lead to the circle. */
function leftHalf(line: readonly Segment[], points: readonly Position[]) {
  const [west, south, east, north] = boundingBox([points])
  const centre: Position = [(west + east) / 2, (south + north) / 2]
  const radius = 2 * Math.hypot(east - west, north - south)
  const [first, last] = [line[0]!, line.at(-1)!]
  const start = onCircle(first[0], first[1], centre, radius)
  const end = onCircle(last[1], last[0], centre, radius)
  const angle = ([px, py]: Position) => Math.atan2(py - centre[1], px - centre[0])
  const turn = (angle(start) - angle(end) + 4 * Math.PI) % (2 * Math.PI)
  const arc = Array.from({ length: ARC - 1 }, (_, at): Position => {
    const to = angle(end) + (turn * (at + 1)) / ARC
    return [centre[0] + radius * Math.cos(to), centre[1] + radius * Math.sin(to)]
  })
  const ring: Position[] = [start, ...line.map(([from]) => from), last[1], end, ...arc, start]
  return {
    ring,
    ends: [
      [first[0], start],
      [last[1], end],
    ] as [Segment, Segment],
  }
}

/**
 * Splits an outline by a line that passes through it. The line goes on straight at both ends, where it must not meet the outline again. Left and right
 * are seen along the line.
 */
export function splitOutline(geometry: Geometry, line: readonly Position[]): SplitOutline {
  const segments = segmentsOf(line)
  if (segments.length === 0) return { problem: OUTLINE.line }
  const polygons = polygonsOf(geometry)
  const rings = polygons.flat()
  const { ring, ends } = leftHalf(segments, [...rings.flat(), ...line])
  if (selfMeeting(ring, { closed: true })) return { problem: OUTLINE.lineCrossesItself }
  const edges = rings.flatMap(segmentsOf)
  for (const end of ends) {
    const [from] = end
    const again = edges.some((edge) => {
      const at = meeting(end, edge)
      return at !== undefined && Math.hypot(at[0] - from[0], at[1] - from[1]) > AT_THE_EDGE
    })
    if (again) return { problem: OUTLINE.lineEnds }
  }
  const [zone, half] = [toGeom(polygons), toGeom([[ring]])]
  const [left, right] = [toGeometry(intersection(zone, half)), toGeometry(difference(zone, half))]
  return left && right ? { left, right } : { problem: OUTLINE.lineMisses }
}

/** One outline of several; places without an outline do not count. Null if none has one. */
export function joinOutlines(outlines: readonly (Geometry | null)[]): Geometry | null {
  const [first, ...others] = outlines.filter((each) => each !== null)
  if (!first) return null
  if (others.length === 0) return first
  return toGeometry(union(toGeom(polygonsOf(first)), ...others.map((each) => toGeom(polygonsOf(each))))) ?? null
}
