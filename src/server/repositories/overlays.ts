import type { StatementSync } from 'node:sqlite'
import type { Overlay } from '#contract/overlay.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Row } from '../database/tables.ts'

/** The columns needed to show an old map. `bytes` is the size of its tile file. */
export type ShownOverlay = Pick<
  Row<'overlay'>,
  'layer' | 'version' | 'bytes' | 'west' | 'south' | 'east' | 'north' | 'minimum_zoom' | 'maximum_zoom'
>

/** Old maps that are kept as tiles: a few rows from a prepared statement, read again after each change of the archive. */
export function createOverlays(reader: ArchiveDatabase) {
  let statement: StatementSync | undefined
  return {
    /** By layer number. */
    list(): ShownOverlay[] {
      statement ??= reader.sqlite.prepare(
        'select layer, version, bytes, west, south, east, north, minimum_zoom, maximum_zoom from overlay order by layer',
      )
      const rows: unknown[] = statement.all()
      return rows as ShownOverlay[]
    },
  }
}
export type OverlayReads = ReturnType<typeof createOverlays>

/** As in the contract. */
export const overlayJson = ({ layer, version, west, south, east, north, ...zooms }: ShownOverlay): Overlay => ({
  layer,
  version,
  bounds: [west, south, east, north],
  minimum_zoom: zooms.minimum_zoom,
  maximum_zoom: zooms.maximum_zoom,
})
