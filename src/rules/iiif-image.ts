import { TILE } from './iiif.ts'
import { keptWidths } from './pictures.ts'

/** Pixels, upright. */
export interface Size {
  width: number
  height: number
}

/** A scan with a longer side is offered scaled down to this: what it takes to make its tiles has a bound. */
export const LONGEST = 12_000

/** The size at which the image service offers a picture. */
export function serviceSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** 1, 2, 4 … up to the one at which the whole picture is one tile. */
export function scaleFactors({ width, height }: Size): number[] {
  const factors = [1]
  while (Math.max(width, height) > TILE * factors.at(-1)!) factors.push(factors.at(-1)! * 2)
  return factors
}

/** The whole picture, so many times smaller; rounded up (Image API 3 §5.4: every pixel is in a tile). */
export const scaledSize = ({ width, height }: Size, factor: number): Size => ({
  width: Math.ceil(width / factor),
  height: Math.ceil(height / factor),
})

/** The whole picture in one tile. */
export const smallestOf = (size: Size): Size => scaledSize(size, scaleFactors(size).at(-1)!)

/**
 * What `full/max` answers of a picture that is offered at `size`: the widest JPEG that is kept and no larger than that; a tall one may have none, and
 * the whole in one tile is its largest.
 */
export function largestOf(picture: Size, size: Size): Size {
  const kept = keptWidths(picture.width, 'jpeg').map((width) => {
    return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) }
  })
  return kept.findLast(({ width, height }) => width <= size.width && height <= size.height) ?? smallestOf(size)
}

/** A tile of the pyramid: level 0 is the whole picture in one tile, each next one twice as large. */
export interface Tile {
  level: number
  x: number
  y: number
}

const COUNT = /^(?:0|[1-9]\d{0,5})$/
function counts(text: string, many: number): number[] | undefined {
  const parts = text.split(',')
  return parts.length === many && parts.every((part) => COUNT.test(part)) ? parts.map(Number) : undefined
}

const sameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height

/**
 * What a request for a picture of this size means (Image API 3 §4): a tile, the whole picture at its largest (`max`, which `largest` is the size of),
 * or nothing that a service of level 0 has. Canonical addresses and those that viewers make (`full` for a region that is all of it) mean the same.
 */
export function meaningOf(size: Size, largest: Size, region: string, asked: string): Tile | 'max' | undefined {
  const box = region === 'full' ? [0, 0, size.width, size.height] : counts(region, 4)
  if (!box) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = box
  const isWhole = x === 0 && y === 0 && sameSize({ width, height }, size)
  const factors = scaleFactors(size)
  if (asked === 'max' && isWhole && factors.length > 1) return 'max'
  const [w = 0, h = 0] = (asked === 'max' ? [width, height] : counts(asked, 2)) ?? []
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
 * The width of a request for the whole picture that is so many pixels wide (`full/90,`). A service of level 0 has none of these, but the Universal Viewer
 * asks every service for its thumbnails so, whatever the manifest names. Undefined for any other request, and for more than the service has.
 */
export function widthAsked(size: Size, region: string, asked: string): number | undefined {
  const [width] = (region === 'full' && asked.endsWith(',') && counts(asked.slice(0, -1), 1)) || []
  return width && width <= size.width ? width : undefined
}

/** The address of a tile below its service, as Image API 3 §4.7 writes it. */
export function tileAddress(size: Size, { level, x, y }: Tile): string {
  const factor = 2 ** (scaleFactors(size).length - 1 - level)
  const side = TILE * factor
  const part = { width: Math.min(side, size.width - x * side), height: Math.min(side, size.height - y * side) }
  const scaled = scaledSize(part, factor)
  const region = sameSize(part, size) ? 'full' : `${x * side},${y * side},${part.width},${part.height}`
  const asked = sameSize(scaled, size) ? 'max' : `${scaled.width},${scaled.height}`
  return `${region}/${asked}/0/default.jpg`
}

/** Columns and rows of a level. */
export function tilesOfLevel(size: Size, level: number): { columns: number; rows: number } {
  const { width, height } = scaledSize(size, 2 ** (scaleFactors(size).length - 1 - level))
  return { columns: Math.ceil(width / TILE), rows: Math.ceil(height / TILE) }
}

/**
 * The image information document (Image API 3 §5) of a picture that is offered in tiles.
 * @param largest what `full/max` answers; where that is less than all of it, the document says so. Rights stand in the manifest: they may
 * change, and this document is kept for ever.
 */
export function imageInformation(id: string, size: Size, largest: Size) {
  const factors = scaleFactors(size)
  const smallest = smallestOf(size)
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
