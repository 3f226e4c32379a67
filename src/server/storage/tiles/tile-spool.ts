import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { zxyToTileId } from 'pmtiles'

export interface TileAddress {
  zoom: number
  x: number
  y: number
}
export interface EncodedTile extends TileAddress {
  bytes: Uint8Array
}

/** A tile in the spool: its PMTiles id and the position of its bytes. Tiles with the same bytes share them. */
export interface SpooledTile {
  id: number
  offset: number
  length: number
}

/** Writes tiles to a file in order of arrival, so that only their positions are in memory. */
export function createTileSpool(path: string) {
  const file = openSync(path, 'wx+')
  const tiles: SpooledTile[] = []
  const places = new Map<string, Omit<SpooledTile, 'id'>>()
  let end = 0
  let closed = false
  return {
    file,
    tiles,
    add({ zoom, x, y, bytes }: EncodedTile) {
      // A tile may still be encoding when another one fails: by then the descriptor may belong to another file.
      if (closed) throw new Error('The spool of tiles is closed.')
      const hash = createHash('sha256').update(bytes).digest('base64')
      let place = places.get(hash)
      if (!place) {
        place = { offset: end, length: bytes.length }
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, end + at)
        end += bytes.length
        places.set(hash, place)
      }
      tiles.push({ id: zxyToTileId(zoom, x, y), ...place })
    },
    close() {
      closed = true
      closeSync(file)
    },
  }
}
export type TileSpool = ReturnType<typeof createTileSpool>
