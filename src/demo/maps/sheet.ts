import { type Point, type Ring, METRES_PER_CHAIN, toLonLat } from '../geometry.ts'
import type { XY } from '../pictures/pen.ts'

const EARTH_RADIUS = 6378137
/** Angle between the survey's north and true north: a sheet rotated by it has true north up. */
export const TRUE_NORTH = (-7 * Math.PI) / 180

/** Chains (geometry.ts) to web mercator metres (EPSG:3857). */
export function toMercator(point: Point): [x: number, y: number] {
  const [lon, lat] = toLonLat(point)
  return [(lon * Math.PI * EARTH_RADIUS) / 180, EARTH_RADIUS * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))]
}

/** Errors of survey, paper and scan, which make an old map deviate from the ground. */
interface Errors {
  /** Maximum survey error in metres. */
  wobble: number
  /** Shrinkage of the paper, as a fraction of its width and height. */
  shrink: readonly [number, number]
  /** Rotation of the sheet on the scanner, in radians. */
  skew: number
  /** Phase of the error waves, different for every sheet. */
  phase: number
}

export interface Sheet {
  width: number
  height: number
  /** Pixels to the chain. */
  scale: number
  /** Pixel of a place given in chains. */
  at(point: Point): XY
  /** An SVG path through places; closed with Z when `close`. */
  trace(points: readonly Point[], close?: boolean): string
  outline(ring: Ring): XY[]
}

export interface Layout {
  width: number
  height: number
  scale: number
  /** The place at the pixel `middle`. */
  centre: Point
  middle: XY
  /** Angle of the survey's north from the sheet's, counter-clockwise, in radians. */
  turn: number
  errors: Errors
}

/** A sheet of paper over the ground: `at` is a smooth, one-to-one mapping with realistic errors of a few metres. */
export function laySheet(layout: Layout): Sheet {
  const { width, height, scale, centre, middle, turn, errors } = layout
  const reach = errors.wobble / METRES_PER_CHAIN
  const { phase } = errors
  const [cos, sin] = [Math.cos(turn + errors.skew), Math.sin(turn + errors.skew)]
  const span = Math.max(width, height) / scale
  const at = ([east, north]: Point): XY => {
    const [u, v] = [(east - centre[0]) / span, (north - centre[1]) / span]
    const e = (east - centre[0]) * (1 - errors.shrink[0]) + reach * Math.sin(4.1 * v + 2.3 * u + phase)
    const n = (north - centre[1]) * (1 - errors.shrink[1]) + reach * Math.sin(3.7 * u - 2.9 * v + phase * 1.7)
    return [middle[0] + (e * cos - n * sin) * scale, middle[1] - (e * sin + n * cos) * scale]
  }
  const trace = (points: readonly Point[], close = false): string =>
    points
      .map(at)
      .map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('') + (close ? 'Z' : '')
  return { width, height, scale, at, trace, outline: (ring) => ring.map(at) }
}
