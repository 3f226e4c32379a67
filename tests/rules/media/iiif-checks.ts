import { expect } from 'vitest'
import { TILE } from '#rules/media/iiif-addresses.ts'
import { scaleFactors, scaledSize, type Size, type Tile } from '#rules/media/iiif-image.ts'

/** An image information document as our service makes it. */
export interface Information extends Size {
  id: string
  sizes: Size[]
  maxWidth?: number
  maxHeight?: number
}

/** What Image API 3 §5 says that such a document must hold. */
export function checkInformation(document: unknown): Information {
  expect(document).toMatchObject({
    // §5.2: the last of the contexts.
    '@context': 'http://iiif.io/api/image/3/context.json',
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level0',
  })
  const information = document as Information & { tiles: { width: number; height: number; scaleFactors: number[] }[] }
  const { id, width, height, maxWidth, maxHeight, sizes, tiles } = information
  // §5.2: the base address of the service, without a slash at its end.
  expect(id).toMatch(/^https?:\/\/.+[^/]$/)
  for (const side of [width, height]) expect(Number.isInteger(side) && side > 0).toBe(true)
  // §5.3: `maxHeight` never alone.
  if (maxHeight !== undefined) expect(maxWidth).toBeDefined()
  for (const size of sizes) {
    expect(size.width <= (maxWidth ?? width) && size.height <= (maxHeight ?? maxWidth ?? height)).toBe(true)
  }
  // §5.4: the sizes of tiles are all different, and the factors of one as well.
  expect(tiles).toEqual([{ width: TILE, height: TILE, scaleFactors: scaleFactors(information) }])
  return information
}

const sameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height
/** The canonical path of a tile below its service (Image API 3 §4.7). */
export function tileAddress(size: Size, { level, x, y }: Tile): string {
  const factor = 2 ** (scaleFactors(size).length - 1 - level)
  const side = TILE * factor
  const part = { width: Math.min(side, size.width - x * side), height: Math.min(side, size.height - y * side) }
  const scaled = scaledSize(part, factor)
  const region = sameSize(part, size) ? 'full' : `${x * side},${y * side},${part.width},${part.height}`
  const sizeText = sameSize(scaled, size) ? 'max' : `${scaled.width},${scaled.height}`
  return `${region}/${sizeText}/0/default.jpg`
}
