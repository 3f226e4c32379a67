import { union } from 'polyclip-ts'
import type { Geometry } from '#contract/location.ts'
import { polygonsOf, toGeom, toGeometry } from './polygons.ts'

/** One outline of several; places without an outline do not count. Null if none has one. */
export function joinOutlines(outlines: readonly (Geometry | null)[]): Geometry | null {
  const [first, ...others] = outlines.filter((each) => each !== null)
  if (!first) return null
  if (others.length === 0) return first
  return toGeometry(union(toGeom(polygonsOf(first)), ...others.map((each) => toGeom(polygonsOf(each))))) ?? null
}
