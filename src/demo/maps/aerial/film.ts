import { type Point, METRES_PER_CHAIN, toLonLat } from '../../geometry.ts'
import type { XY } from '../../pictures/pen.ts'
import { toMercator } from '../sheet.ts'

const EARTH_RADIUS = 6378137
const TURN = (-7 * Math.PI) / 180

/** The frame of an aerial picture: north up in EPSG:3857. */
export interface Frame {
  /** Web mercator metres of the top left corner. */
  west: number
  north: number
  /** Web mercator metres to the pixel. */
  resolution: number
  width: number
  height: number
}

/** An undeveloped picture: the material of each pixel, its brightness (128 is the material's usual one), and whether it is in shadow. */
export interface Film extends Frame {
  material: Uint8Array
  tint: Uint8Array
  shadow: Uint8Array
  /** Pixels to the chain. */
  scale: number
  at(point: Point): XY
}

export function loadFilm(frame: Frame): Film {
  const { west, north, resolution, width, height } = frame
  const size = width * height
  const [a, b] = [toMercator([0, 0]), toMercator([10, 0])]
  return {
    ...frame,
    material: new Uint8Array(size),
    tint: new Uint8Array(size).fill(128),
    shadow: new Uint8Array(size),
    scale: Math.hypot(b[0] - a[0], b[1] - a[1]) / 10 / resolution,
    at(point) {
      const [x, y] = toMercator(point)
      return [(x - west) / resolution, (north - y) / resolution]
    },
  }
}

/** The components of a pixel's position in chains for every column and row: east = ex[x] + ey[y], north = nx[x] + ny[y]. */
export function placesOf(frame: Frame): { ex: Float64Array; ey: Float64Array; nx: Float64Array; ny: Float64Array } {
  const [lon0, lat0] = toLonLat([0, 0])
  const [cos, sin] = [Math.cos(TURN) / METRES_PER_CHAIN, Math.sin(TURN) / METRES_PER_CHAIN]
  const radians = Math.PI / 180
  const xs = Float64Array.from({ length: frame.width }, (_, i) => {
    const lon = (frame.west + (i + 0.5) * frame.resolution) / EARTH_RADIUS
    return (lon - lon0 * radians) * EARTH_RADIUS * Math.cos(lat0 * radians)
  })
  const ys = Float64Array.from({ length: frame.height }, (_, i) => {
    const lat = 2 * Math.atan(Math.exp((frame.north - (i + 0.5) * frame.resolution) / EARTH_RADIUS)) - Math.PI / 2
    return (lat - lat0 * radians) * EARTH_RADIUS
  })
  return {
    ex: xs.map((x) => x * cos),
    ey: ys.map((y) => y * sin),
    nx: xs.map((x) => -x * sin),
    ny: ys.map((y) => y * cos),
  }
}

/** Fills a polygon given in pixels. `paint` is called with the index of each pixel inside. */
export function fill(film: Frame, polygon: readonly XY[], paint: (index: number, x: number, y: number) => void): void {
  let [top, bottom] = [Infinity, -Infinity]
  for (const [, y] of polygon) {
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const last = Math.min(film.height - 1, Math.ceil(bottom))
  const crossings: number[] = []
  for (let row = Math.max(0, Math.floor(top)); row <= last; row++) {
    const y = row + 0.5
    crossings.length = 0
    for (let i = 0; i < polygon.length; i++) {
      const [ax, ay] = polygon[i]!
      const [bx, by] = polygon[(i + 1) % polygon.length]!
      if (ay <= y !== by <= y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    }
    crossings.sort((a, b) => a - b)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const end = Math.min(film.width - 1, Math.ceil(crossings[k + 1]! - 0.5) - 1)
      for (let x = Math.max(0, Math.ceil(crossings[k]! - 0.5)); x <= end; x++) paint(row * film.width + x, x, row)
    }
  }
}

/** Fills a polygon with a material. */
export function cover(film: Film, polygon: readonly XY[], material: number, tint = 128): void {
  fill(film, polygon, (i) => {
    film.material[i] = material
    film.tint[i] = tint
    film.shadow[i] = 0
  })
}

/** A band along a line, `width` in pixels. */
export function band(film: Film, line: readonly XY[], width: number, material: number, tint = 128): void {
  for (let i = 0; i + 1 < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i]!, line[i + 1]!]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const [ox, oy] = [(-(by - ay) / length) * (width / 2), ((bx - ax) / length) * (width / 2)]
    const [ux, uy] = [(bx - ax) / length / 2, (by - ay) / length / 2]
    cover(
      film,
      [
        [ax + ox - ux, ay + oy - uy],
        [bx + ox + ux, by + oy + uy],
        [bx - ox + ux, by - oy + uy],
        [ax - ox - ux, ay - oy - uy],
      ],
      material,
      tint,
    )
  }
}

/** The shadow of a body of that height in pixels, with the sun in the south-east. */
export function throwShadow(film: Film, polygon: readonly XY[], height: number, sun: XY): void {
  const [dx, dy] = [sun[0] * height, sun[1] * height]
  const dark = (i: number): void => {
    film.shadow[i] = 1
  }
  for (let i = 0; i < polygon.length; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!]
    fill(film, [a, b, [b[0] + dx, b[1] + dy], [a[0] + dx, a[1] + dy]], dark)
  }
  fill(
    film,
    polygon.map(([x, y]): XY => [x + dx, y + dy]),
    dark,
  )
}
