import { basename } from 'node:path'
import { LAST_LATITUDE, toMetres, type Point } from './mercator.ts'
import type { ControlPoint } from './placement.ts'
import { OverlayRefused } from './overlay-refused.ts'

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
