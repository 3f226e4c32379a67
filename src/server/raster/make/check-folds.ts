import { basename } from 'node:path'
import { toMetres, type Point } from './mercator.ts'
import { isInsideRing } from '#rules/map/geometry.ts'
import { createMapping, slope, type ControlPoint, type Mapping, type Placement } from './placement.ts'
import { OverlayRefused } from './overlay-refused.ts'

const GRID = 64
/** Control points agree when their residuals are below this part of their extent. */
const AGREEMENT = 0.001

/**
 * Finds folds, which show a place twice: the sign of the Jacobian changes over the picture. Checked in both directions.
 * @throws {OverlayRefused} which names the control points that fit worst.
 */
export function checkFolds(
  placement: Placement & { by: 'points' },
  { file, width, height, mask }: { file: string; width: number; height: number; mask: readonly Point[] | null },
): void {
  const name = basename(file)
  const mapping = createMapping(placement)
  const places = samples(placement.points, width, height).filter((pixel) => !mask || isInsideRing(mask, pixel))
  const turns = new Set(places.flatMap((pixel) => orientations(mapping, pixel, width, height)))
  if (turns.size === 1 && turns.has(-1)) return
  if (turns.size === 1 && turns.has(1))
    throw new OverlayRefused(
      `${name}: the control points would mirror the map. Are longitude and latitude swapped, or rows counted from below?`,
    )
  const misses = residuals(placement.points)
  if (misses[0]!.metres < AGREEMENT * sizeOnGround(placement.points))
    throw new OverlayRefused(
      `${name}: the transformation ${placement.transformation} folds the map over itself, although the control points agree. Choose thin plate spline, or spread the points better.`,
    )
  throw new OverlayRefused(
    `${name}: the control points fold the map over itself. ${describeWorst(misses)} Set them again, or delete them.`,
  )
}

const sizeOnGround = (points: readonly ControlPoint[]) => {
  const places = points.map(({ degrees }) => toMetres(degrees))
  const span = (part: 0 | 1) => Math.max(...places.map((at) => at[part])) - Math.min(...places.map((at) => at[part]))
  return Math.hypot(span(0), span(1))
}

/** Samples a grid over the picture, and places between neighbouring control points: a fold between two contradicting points is small. */
function samples(points: readonly ControlPoint[], width: number, height: number): Point[] {
  const found: Point[] = []
  for (let row = 0; row <= GRID; row++)
    for (let column = 0; column <= GRID; column++) found.push([(column / GRID) * width, (row / GRID) * height])
  for (const one of points) {
    const away = (other: ControlPoint) => Math.hypot(other.pixel[0] - one.pixel[0], other.pixel[1] - one.pixel[1])
    const nearest = points
      .filter((other) => other !== one)
      .sort((a, b) => away(a) - away(b))
      .slice(0, 3)
    for (const { pixel } of nearest)
      for (const part of [0, 0.25, 0.5])
        found.push([one.pixel[0] + (pixel[0] - one.pixel[0]) * part, one.pixel[1] + (pixel[1] - one.pixel[1]) * part])
  }
  return found
}

/** -1 is right (rows are counted downwards), 1 is mirrored, 0 is undecided. */
function orientations(mapping: Mapping, pixel: Point, width: number, height: number): number[] {
  const step = Math.max(width, height) * 1e-4
  const [a, b, c, d] = slope(mapping.toMetres, pixel, step)
  const metre = Math.min(Math.hypot(a, c), Math.hypot(b, d))
  const [e, f, g, h] = slope(mapping.toPixel, mapping.toMetres(pixel), step * metre)
  return [a * d - b * c, e * h - f * g].map((determinant) => Math.sign(determinant) || 0)
}

interface Residual {
  number: number
  metres: number
}

/** How far each point is from the prediction of an affine fit of all others, worst first. */
const residuals = (points: readonly ControlPoint[]): Residual[] =>
  points
    .map((point) => ({
      number: point.number,
      metres: residualOf(
        points.filter((other) => other !== point),
        point,
      ),
    }))
    .sort((a, b) => b.metres - a.metres)

function describeWorst(misses: readonly Residual[]): string {
  const named = misses.filter(({ metres }) => metres >= misses[0]!.metres * 0.6).slice(0, 4)
  const list = named.map(({ number, metres }) => `${number} (${Math.round(metres)} m)`).join(', ')
  return `These are farthest from where the others put them: ${list}.`
}

function residualOf(others: readonly ControlPoint[], { pixel, degrees }: ControlPoint): number {
  try {
    const mapping = createMapping({ by: 'points', transformation: 'polynomial1', points: others })
    const [x, y] = mapping.toMetres(pixel)
    const [rightX, rightY] = toMetres(degrees)
    const miss = Math.hypot(x - rightX, y - rightY)
    return Number.isFinite(miss) ? miss : 0
  } catch {
    // The others are on one line and predict nothing.
    return 0
  }
}
