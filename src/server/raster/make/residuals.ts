import { toMetres } from './mercator.ts'
import { createMapping, type ControlPoint, type Placement } from './placement.ts'

/**
 * Metres on the ground between each control point and where the transformation puts it. A thin plate spline meets every point, and would hide a wrong one: its
 * points are compared with an even placement (a first-order polynomial).
 */
export function measureResiduals(placement: Placement & { by: 'points' }): number[] {
  const { points, transformation } = placement
  const mapping = createMapping({
    ...placement,
    transformation: transformation === 'thinPlateSpline' ? 'polynomial1' : transformation,
  })
  return points.map(({ pixel, degrees }: ControlPoint) => {
    const [x, y] = toMetres(degrees)
    const [atX, atY] = mapping.toMetres(pixel)
    return Math.hypot(atX - x, atY - y) * Math.cos((degrees[1] * Math.PI) / 180)
  })
}
