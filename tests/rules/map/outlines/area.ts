import type { Geometry } from '#contract/location.ts'
import { polygonsArea, polygonsOf } from '#rules/map/outlines/polygons.ts'

/** In square degrees. */
export const outlineArea = (geometry: Geometry): number => polygonsArea(polygonsOf(geometry))
