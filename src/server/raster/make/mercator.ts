import { TILE_SIZE } from '#contract/overlay.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'

export type Point = readonly [x: number, y: number]

/** Half the width of the world in metres of EPSG:3857. */
export const HALF_WORLD = 20_037_508.342789244
/** The maximum latitude of web mercator. */
export const LAST_LATITUDE = 85.05112877980659
const RADIUS = HALF_WORLD / Math.PI
const RADIANS = Math.PI / 180

/** Degrees of EPSG:4326 to metres of EPSG:3857. */
export const toMetres = ([longitude, latitude]: Point): Point => [
  longitude * RADIANS * RADIUS,
  Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)) * RADIUS,
]

export const toDegrees = ([x, y]: Point): Point => [
  x / RADIUS / RADIANS,
  (2 * Math.atan(Math.exp(y / RADIUS)) - Math.PI / 2) / RADIANS,
]

/** Metres of EPSG:3857 per pixel of a tile. */
export const metresPerPixel = (zoom: number) => (2 * HALF_WORLD) / (TILE_SIZE * 2 ** zoom)
/** The zoom level, not rounded, with pixels of that many metres. */
export const zoomOf = (metres: number) => Math.log2((2 * HALF_WORLD) / TILE_SIZE / metres)

interface TileRange {
  west: number
  east: number
  north: number
  south: number
}

/** First and last column and row (inclusive) of the tiles that touch bounds. */
export function tileRange(bounds: Bounds, zoom: number): TileRange {
  const count = 2 ** zoom
  const [x0, y0] = toMetres([bounds[0], bounds[1]])
  const [x1, y1] = toMetres([bounds[2], bounds[3]])
  const number = (part: number) => Math.min(count - 1, Math.max(0, Math.floor(part * count)))
  const along = (x: number) => (x + HALF_WORLD) / (2 * HALF_WORLD)
  return {
    west: number(along(x0)),
    east: number(along(x1)),
    north: number(1 - along(y1)),
    south: number(1 - along(y0)),
  }
}

export const tilesIn = ({ west, east, north, south }: TileRange) => (east - west + 1) * (south - north + 1)
