import { TILE } from './iiif-addresses.ts'
import { storedWidths } from './pictures.ts'

/** Pixels, upright. */
export interface Size {
  width: number
  height: number
}

/** Scans with more pixels are offered scaled down, which bounds the cost of making tiles; a long panorama keeps its height. */
export const MAX_PIXELS = 144_000_000
/** The longest side of a JPEG, for the derivatives. */
const MAX_SIDE = 65_500

export function serviceSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The size of a picture that is turned, in degrees. */
export const turnedSize = ({ width, height }: Size, turn: number): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** 1, 2, 4 … up to the factor at which the whole picture is one tile. */
export function scaleFactors({ width, height }: Size): number[] {
  const factors = [1]
  while (Math.max(width, height) > TILE * factors.at(-1)!) factors.push(factors.at(-1)! * 2)
  return factors
}

/** Rounded up, because every pixel must be in a tile (Image API 3 §5.4). */
export const scaledSize = ({ width, height }: Size, factor: number): Size => ({
  width: Math.ceil(width / factor),
  height: Math.ceil(height / factor),
})

export const singleTileSize = (size: Size): Size => scaledSize(size, scaleFactors(size).at(-1)!)

/** The size of `full/max`: the widest stored JPEG that is no larger than `size`; a very tall picture may only have its single tile. */
export function fullSize(picture: Size, size: Size): Size {
  const kept = storedWidths(picture.width, 'jpeg').map((width) => {
    return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) }
  })
  return kept.findLast(({ width, height }) => width <= size.width && height <= size.height) ?? singleTileSize(size)
}

/** A tile of the pyramid: level 0 is the whole picture in one tile, and each level doubles the size. */
export interface Tile {
  level: number
  x: number
  y: number
}

const COUNT = /^(?:0|[1-9]\d{0,5})$/
function parseIntegers(text: string, many: number): number[] | undefined {
  const parts = text.split(',')
  return parts.length === many && parts.every((part) => COUNT.test(part)) ? parts.map(Number) : undefined
}

const sameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height

/**
 * Parses region and size of an image request (Image API 3 §4): a tile, or the whole picture at size `largest` (`max`); undefined for anything that a
 * level-0 service does not have. Accepts canonical addresses and the variants of viewers (`full` for a region that covers everything).
 */
export function parseImageRequest(
  size: Size,
  largest: Size,
  region: string,
  sizeText: string,
): Tile | 'max' | undefined {
  const box = region === 'full' ? [0, 0, size.width, size.height] : parseIntegers(region, 4)
  if (!box) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = box
  const isWhole = x === 0 && y === 0 && sameSize({ width, height }, size)
  const factors = scaleFactors(size)
  if (sizeText === 'max' && isWhole && factors.length > 1) return 'max'
  const [w = 0, h = 0] = (sizeText === 'max' ? [width, height] : parseIntegers(sizeText, 2)) ?? []
  for (const [index, factor] of factors.entries()) {
    const side = TILE * factor
    if (x % side !== 0 || y % side !== 0 || x >= size.width || y >= size.height) continue
    const part = { width: Math.min(side, size.width - x), height: Math.min(side, size.height - y) }
    if (!sameSize(part, { width, height }) || !sameSize(scaledSize(part, factor), { width: w, height: h })) continue
    return { level: factors.length - 1 - index, x: x / side, y: y / side }
  }
  return isWhole && sameSize({ width: w, height: h }, largest) ? 'max' : undefined
}

/**
 * The width in a request like `full/90,`; undefined for any other request or a width above the picture's. Level 0 has no such sizes, but the Universal
 * Viewer requests thumbnails this way, whatever the manifest says.
 */
export function parseWidthRequest(size: Size, region: string, sizeText: string): number | undefined {
  const [width] = (region === 'full' && sizeText.endsWith(',') && parseIntegers(sizeText.slice(0, -1), 1)) || []
  return width && width <= size.width ? width : undefined
}

export function tilesOfLevel(size: Size, level: number): { columns: number; rows: number } {
  const { width, height } = scaledSize(size, 2 ** (scaleFactors(size).length - 1 - level))
  return { columns: Math.ceil(width / TILE), rows: Math.ceil(height / TILE) }
}

export const countTiles = (size: Size): number =>
  scaleFactors(size).reduce(
    (sum, _, level) => sum + tilesOfLevel(size, level).columns * tilesOfLevel(size, level).rows,
    0,
  )

/**
 * The image information document, info.json (Image API 3 §5). Rights are in the manifest, because they may change and this document is immutable.
 * @param largest the size of `full/max`.
 */
export function imageInformation(id: string, size: Size, largest: Size) {
  const factors = scaleFactors(size)
  const smallest = singleTileSize(size)
  return {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
    ...size,
    ...(!sameSize(largest, size) && { maxWidth: largest.width, maxHeight: largest.height }),
    sizes: sameSize(smallest, largest) ? [largest] : [smallest, largest],
    tiles: [{ width: TILE, height: TILE, scaleFactors: factors }],
  }
}
