import { basename } from 'node:path'
import { toMetres } from './mercator.ts'
import type { Point } from './mercator.ts'
import { inside } from './polygon.ts'
import { createMapping, slope } from './placement.ts'
import type { ControlPoint, Mapping, Placement } from './placement.ts'
import { OverlayRefused } from './refused.ts'

const GRID = 64
/** Points agree that miss one another by less than this part of what they span. */
const AGREED = 0.001

/**
 * A map that is laid over itself shows one place twice. Where the sign of the Jacobian of pixel to ground changes over the picture, there is
 * a fold; the same is asked of ground to pixel, which is what is drawn.
 * @throws {OverlayRefused} which names the control points that fit the others least.
 */
export function checkFolds(
  placement: Placement & { by: 'points' },
  { file, width, height, mask }: { file: string; width: number; height: number; mask: readonly Point[] | null },
): void {
  const name = basename(file)
  const mapping = createMapping(placement)
  const places = samples(placement.points, width, height).filter((pixel) => !mask || inside(mask, pixel))
  const turns = new Set(places.flatMap((pixel) => turnings(mapping, pixel, width, height)))
  if (turns.size === 1 && turns.has(-1)) return
  if (turns.size === 1 && turns.has(1))
    throw new OverlayRefused(
      `${name}: the control points would lay the map mirrored. Are longitude and latitude swapped, or the rows counted from below?`,
    )
  const misses = missesOf(placement.points)
  if (misses[0]!.metres < AGREED * sizeOnGround(placement.points))
    throw new OverlayRefused(
      `${name}: the transformation ${placement.transformation} folds the map over itself, although the control points agree. Choose thin plate spline, or set points that are spread better.`,
    )
  throw new OverlayRefused(
    `${name}: the control points fold the map over itself. ${worst(misses)} Set them again, or delete them.`,
  )
}

const sizeOnGround = (points: readonly ControlPoint[]) => {
  const places = points.map(({ degrees }) => toMetres(degrees))
  const span = (part: 0 | 1) => Math.max(...places.map((at) => at[part])) - Math.min(...places.map((at) => at[part]))
  return Math.hypot(span(0), span(1))
}

/** A grid over the picture, and places between neighbouring control points: a fold between two that contradict each other is small. */
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

/** -1 as it should be (rows are counted downwards), 1 mirrored, 0 where it cannot be said. */
function turnings(mapping: Mapping, pixel: Point, width: number, height: number): number[] {
  const step = Math.max(width, height) * 1e-4
  const [a, b, c, d] = slope(mapping.toMetres, pixel, step)
  const metre = Math.min(Math.hypot(a, c), Math.hypot(b, d))
  const [e, f, g, h] = slope(mapping.toPixel, mapping.toMetres(pixel), step * metre)
  return [a * d - b * c, e * h - f * g].map((determinant) => Math.sign(determinant) || 0)
}

interface Miss {
  number: number
  metres: number
}

/** How far each point lies from where an affine fit of all others foretells it, the worst first. */
const missesOf = (points: readonly ControlPoint[]): Miss[] =>
  points
    .map((point) => ({
      number: point.number,
      metres: foretell(
        points.filter((other) => other !== point),
        point,
      ),
    }))
    .sort((a, b) => b.metres - a.metres)

function worst(misses: readonly Miss[]): string {
  const named = misses.filter(({ metres }) => metres >= misses[0]!.metres * 0.6).slice(0, 4)
  const list = named.map(({ number, metres }) => `${number} (${Math.round(metres)} m)`).join(', ')
  return `Those that lie farthest from where the others put them: ${list}.`
}

function foretell(others: readonly ControlPoint[], { pixel, degrees }: ControlPoint): number {
  try {
    const mapping = createMapping({ by: 'points', transformation: 'polynomial1', points: others })
    const [x, y] = mapping.toMetres(pixel)
    const [rightX, rightY] = toMetres(degrees)
    const miss = Math.hypot(x - rightX, y - rightY)
    return Number.isFinite(miss) ? miss : 0
  } catch {
    // The others lie on one line: they foretell nothing.
    return 0
  }
}
