import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { zxyToTileId } from 'pmtiles'
import type { EncodedTile } from './tile-tree.ts'

/** A tile that lies in the spool: its number in PMTiles' order, and where its bytes are. Tiles with the same bytes share them. */
export interface SpooledTile {
  id: number
  offset: number
  length: number
}

/** Keeps tiles in a file in the order in which they come, so that only their places are in memory. */
export function createSpool(path: string) {
  const file = openSync(path, 'wx+')
  const tiles: SpooledTile[] = []
  const kept = new Map<string, Omit<SpooledTile, 'id'>>()
  let end = 0
  let closed = false
  return {
    file,
    tiles,
    add({ zoom, x, y, bytes }: EncodedTile) {
      // A tile that was still being encoded when another one failed: by now the number may be that of another file.
      if (closed) throw new Error('The spool of tiles is closed.')
      const hash = createHash('sha256').update(bytes).digest('base64')
      let place = kept.get(hash)
      if (!place) {
        place = { offset: end, length: bytes.length }
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, end + at)
        end += bytes.length
        kept.set(hash, place)
      }
      tiles.push({ id: zxyToTileId(zoom, x, y), ...place })
    },
    close() {
      closed = true
      closeSync(file)
    },
  }
}
export type TileSpool = ReturnType<typeof createSpool>
