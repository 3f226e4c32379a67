import sharp from 'sharp'
import { TILE_SIZE, TILE_ZOOM } from '#contract/overlay.ts'

/** A part of a tile, enlarged to a whole one: `column` and `row` of 2^`levels`. */
export interface TilePart {
  levels: number
  column: number
  row: number
}

/** The tile at the deepest level that contains a deeper one, and which part of it; undefined below the levels that are cut. */
export function partOfDeepest(deepest: number, z: number, x: number, y: number) {
  if (z > TILE_ZOOM.mostCut) return undefined
  const levels = z - deepest
  const [across, down] = [x >> levels, y >> levels]
  const part: TilePart = { levels, column: x - (across << levels), row: y - (down << levels) }
  return { x: across, y: down, part }
}

const QUALITY = 82

/** Enlarges a part of a tile. Of a very deep one at least a pixel is left. */
export function cutTile(tile: Buffer, { levels, column, row }: TilePart, format: 'webp' | 'png'): Promise<Buffer> {
  const side = Math.max(1, TILE_SIZE >> levels)
  const at = (number: number) => Math.min(TILE_SIZE - side, Math.floor((number * TILE_SIZE) / 2 ** levels))
  const picture = sharp(tile)
    .extract({ left: at(column), top: at(row), width: side, height: side })
    .resize(TILE_SIZE, TILE_SIZE, { kernel: 'cubic' })
  return (format === 'webp' ? picture.webp({ quality: QUALITY }) : picture.png({ compressionLevel: 5 })).toBuffer()
}
