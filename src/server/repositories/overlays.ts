import type { Overlay } from '#contract/overlay.ts'
import type { ArchiveDatabase, ReadStatement } from '../database/archive-database.ts'
import type { Row } from '../database/tables.ts'

/** The columns needed to show an old map. `bytes` is the size of its tile file. */
const COLUMNS = [
  ...(['layer', 'version', 'bytes', 'west', 'south', 'east', 'north'] as const),
  ...(['minimum_zoom', 'maximum_zoom'] as const),
] as const
export type ShownOverlay = Pick<Row<'overlay'>, (typeof COLUMNS)[number]>

/** Old maps that are kept as tiles: a few rows from a prepared statement, read again after each change of the archive. */
export function createOverlays(reader: ArchiveDatabase) {
  let statement: ReadStatement | undefined
  return {
    /** By layer number. */
    async list(): Promise<ShownOverlay[]> {
      statement ??= reader.prepareRead(`select ${COLUMNS.join(', ')} from overlay order by layer`)
      const rows = await statement.all([])
      return rows.map(
        (row) => Object.fromEntries(COLUMNS.map((name, at) => [name, row[at]])) as unknown as ShownOverlay,
      )
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
