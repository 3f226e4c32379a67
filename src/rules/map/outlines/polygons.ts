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
