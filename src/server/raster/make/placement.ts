import { GeneralGcpTransformer, type TransformationType } from '@allmaps/transform'
import { findProjection } from '../../tables/crs.ts'
import { toDegrees, toMetres, type Point } from './mercator.ts'

/** A ground control point. Pixels count from the upper left corner of the upright picture. */
export interface ControlPoint {
  /** Its number in its file, from 1, for messages. */
  number: number
  pixel: Point
  degrees: Point
}

/** The placement of a picture, as data for a worker thread. */
export type Placement =
  | {
      by: 'affine'
      /** Of the ground coordinates, as crs.ts finds it; EPSG:4326 for degrees. */
      projection: string
      /** Ground x = a·column + b·row + c, ground y = d·column + e·row + f. */
      matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
    }
  | { by: 'points'; transformation: TransformationType; points: readonly ControlPoint[] }

/** Mapping between picture and ground (metres of EPSG:3857). */
export interface Mapping {
  /** The pixel at a place; this is what is drawn. */
  toPixel(metres: Point): Point
  /** The place of a pixel: exact for an affine placement, else fitted separately and close to the inverse (`locatePixel`). */
  toMetres(pixel: Point): Point
}

export const createMapping = (placement: Placement): Mapping =>
  placement.by === 'affine' ? affineMapping(placement) : fittedMapping(placement)

function affineMapping({ projection, matrix: [a, b, c, d, e, f] }: Placement & { by: 'affine' }): Mapping {
  const determinant = a * e - b * d
  const found = projection === 'EPSG:3857' ? undefined : findProjection(projection)
  const fromMetres = (metres: Point): Point => (found ? found.forward([...toDegrees(metres)]) : metres)
  const intoMetres = (ground: Point): Point => (found ? toMetres(found.inverse([...ground])) : ground)
  return {
    toPixel(metres) {
      const [x, y] = fromMetres(metres)
      return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant]
    },
    toMetres: ([column, row]) => intoMetres([a * column + b * row + c, d * column + e * row + f]),
  }
}
/** Points are normalised before fitting: a third-order polynomial over metres in the ten millions would lose all its digits. */
function fittedMapping({ points, transformation }: Placement & { by: 'points' }): Mapping {
  const pixels = normaliser(points.map(({ pixel }) => pixel))
  const ground = normaliser(points.map(({ degrees }) => toMetres(degrees)))
  const transformer = new GeneralGcpTransformer(
    points.map(({ pixel, degrees }) => ({
      source: flip(pixels.into(pixel)),
      destination: ground.into(toMetres(degrees)),
    })),
    transformation,
  )
  const forward = transformer.getForwardTransformation()
  const backward = transformer.getBackwardTransformation()
  return {
    toPixel: (metres) => pixels.from(flip(backward.evaluateFunction(ground.into(metres)) as Point)),
    toMetres: (pixel) => ground.from(forward.evaluateFunction(flip(pixels.into(pixel))) as Point),
  }
}

/** Rows count downwards, metres upwards, and a Helmert transformation can't mirror. */
const flip = ([x, y]: Point): [number, number] => [x, -y]

function normaliser(points: readonly Point[]) {
  const mean = (part: 0 | 1) => points.reduce((sum, point) => sum + point[part], 0) / points.length
  const x = mean(0)
  const y = mean(1)
  const size = Math.max(...points.map((point) => Math.hypot(point[0] - x, point[1] - y))) || 1
  return {
    into: (point: Point): [number, number] => [(point[0] - x) / size, (point[1] - y) / size],
    from: (point: Point): Point => [point[0] * size + x, point[1] * size + y],
  }
}

/** The place where a pixel is actually drawn: inverts `toPixel` by Newton's method, starting from `toMetres`. */
export function locatePixel(mapping: Mapping, pixel: Point, step: number): Point {
  let at = mapping.toMetres(pixel)
  for (let round = 0; round < 8; round++) {
    const here = mapping.toPixel(at)
    const [dx, dy] = [pixel[0] - here[0], pixel[1] - here[1]]
    if (Math.hypot(dx, dy) < 0.01) return at
    const [a, b, c, d] = slope(mapping.toPixel, at, step)
    const determinant = a * d - b * c
    if (!Number.isFinite(determinant) || determinant === 0) return at
    at = [at[0] + (d * dx - b * dy) / determinant, at[1] + (a * dy - c * dx) / determinant]
  }
  return at
}

/** The Jacobian of a mapping at a place: dx/dx, dx/dy, dy/dx, dy/dy. `step` is small in the unit of the place. */
export function slope(map: (point: Point) => Point, [x, y]: Point, step: number) {
  const [east, west] = [map([x + step, y]), map([x - step, y])]
  const [north, south] = [map([x, y + step]), map([x, y - step])]
  const of = (high: number, low: number) => (high - low) / (2 * step)
  return [of(east[0], west[0]), of(north[0], south[0]), of(east[1], west[1]), of(north[1], south[1])] as const
}
