import { basename } from 'node:path'
import { isInsideRing } from '#rules/map/geometry.ts'
import { LAST_LATITUDE, type Point, toMetres } from './mercator.ts'
import { OverlayRefused } from './overlay-refused.ts'
import { type ControlPoint, createMapping, type Mapping, type Placement, slope } from './placement.ts'

/** Minimum number of control points by transformation. */
const MIN_POINTS: Record<string, number> = { polynomial2: 6, polynomial3: 10, projective: 4 }
const DEFAULT_MIN_POINTS = 3
/** Fitting time grows with the cube: 500 take seconds, 1000 half a minute. */
const MAX_POINTS = 500
/** Points are on one line when they deviate from it by less than this part of its length. */
const LINE = 0.005
/** Pixels by which a point set by hand may lie beyond the edge. */
const EDGE = 2

/** Checks the control points of a picture. @throws {OverlayRefused} which names the wrong points by number. */
export function checkPoints(
  points: readonly ControlPoint[],
  { file, width, height, transformation }: { file: string; width: number; height: number; transformation: string },
): void {
  const name = basename(file)
  const refuse = (what: string): never => {
    throw new OverlayRefused(`${name}: ${what}`)
  }
  const fewest = MIN_POINTS[transformation] ?? DEFAULT_MIN_POINTS
  if (points.length < fewest)
    refuse(
      `there are ${points.length} control points; ${transformation in MIN_POINTS ? `the transformation ${transformation} needs` : 'a map needs'} at least ${fewest}. Set more of them.`,
    )
  if (points.length > MAX_POINTS)
    refuse(`there are ${points.length} control points; the maximum is ${MAX_POINTS}. Keep those that are spread best.`)
  for (const { number, pixel, degrees } of points) {
    const [column, row] = pixel
    if (!(column >= -EDGE && row >= -EDGE && column <= width + EDGE && row <= height + EDGE))
      refuse(
        `control point ${number} (${round(pixel)}) is outside the picture of ${width} × ${height} pixels. Were the points set on another copy of it?`,
      )
    if (!(Math.abs(degrees[0]) <= 180 && Math.abs(degrees[1]) < LAST_LATITUDE))
      refuse(
        `control point ${number} is outside the world, at longitude ${degrees[0]}, latitude ${degrees[1]}. Are the two swapped, or is it another projection?`,
      )
  }
  const pixels = points.map(({ pixel }) => pixel)
  const ground = points.map(({ degrees }) => toMetres(degrees))
  for (const [where, places, near] of [
    ['in the picture', pixels, 0.5],
    ['on the ground', ground, 0.01],
  ] as const) {
    const twins = findDuplicates(places, near)
    if (twins)
      refuse(
        `control points ${points[twins[0]]!.number} and ${points[twins[1]]!.number} are at the same place ${where}. Delete one of them.`,
      )
    if (onOneLine(places)) refuse(`all control points are on one line ${where}. Set at least one well away from it.`)
  }
}

const round = ([x, y]: Point) => `${Math.round(x)}, ${Math.round(y)}`

function findDuplicates(places: readonly Point[], near: number): [number, number] | undefined {
  const order = places.map((_, index) => index).sort((a, b) => places[a]![0] - places[b]![0])
  for (let i = 0; i < order.length; i++)
    for (let j = i + 1; j < order.length; j++) {
      const [a, b] = [places[order[i]!]!, places[order[j]!]!]
      if (b[0] - a[0] > near) break
      if (Math.abs(b[1] - a[1]) <= near) return [order[i]!, order[j]!].sort((x, y) => x - y) as [number, number]
    }
  return undefined
}

/** Compares the spread along and across the main direction (eigenvalues of the covariance). */
function onOneLine(places: readonly Point[]): boolean {
  const x = places.reduce((sum, [each]) => sum + each, 0) / places.length
  const y = places.reduce((sum, [, each]) => sum + each, 0) / places.length
  let [xx, xy, yy] = [0, 0, 0]
  for (const [px, py] of places) {
    xx += (px - x) ** 2
    xy += (px - x) * (py - y)
    yy += (py - y) ** 2
  }
  const half = (xx + yy) / 2
  const apart = Math.hypot((xx - yy) / 2, xy)
  return Math.sqrt(Math.max(0, half - apart)) < LINE * Math.sqrt(half + apart)
}

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
