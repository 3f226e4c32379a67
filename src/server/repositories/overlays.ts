import type { StatementSync } from 'node:sqlite'
import type { Overlay } from '#contract/overlay.ts'
import type { ArchiveDatabase } from '../database/open.ts'

/** What is read of an old map to show it. `bytes` are those of its file of tiles. */
export interface ShownOverlay {
  layer: number
  version: string
  bytes: number
  west: number
  south: number
  east: number
  north: number
  minimum_zoom: number
  maximum_zoom: number
}

/** The old maps that are kept as tiles: a handful of rows, read from a prepared statement (the server asks whenever the archive has changed). */
export function createOverlays(reader: ArchiveDatabase) {
  let statement: StatementSync | undefined
  return {
    /** By their numbers. */
    list(): ShownOverlay[] {
      statement ??= reader.sqlite.prepare(
        'select layer, version, bytes, west, south, east, north, minimum_zoom, maximum_zoom from overlay order by layer',
      )
      return statement.all() as unknown as ShownOverlay[]
    },
  }
}
export type OverlayReads = ReturnType<typeof createOverlays>

/** As the contract says it. */
export const overlayJson = ({ layer, version, west, south, east, north, ...zooms }: ShownOverlay): Overlay => ({
  layer,
  version,
  bounds: [west, south, east, north],
  minimum_zoom: zooms.minimum_zoom,
  maximum_zoom: zooms.maximum_zoom,
})
