import type { Db, Row } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import type { TrashEntry } from '../storage/trash.ts'
import { type OverlayStorage, tilesPath } from './overlay-storage.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { restoreFromTrash } from '../scans/trash-records.ts'

interface OverlayFiles {
  version: string
  key: string
}

/** Files that no row references; to be called within a write transaction. */
const findUnreferenced = async (db: Db, { version, key }: OverlayFiles) => {
  const rows = await db.selectFrom('overlay').select(['version', 'source_key', 'georeference']).execute()
  const named = rows.filter((row) => row.source_key === key)
  return {
    /** Other rows with the same scan. */
    named,
    tiles: !rows.some((row) => row.version === version),
    original: named.length === 0,
  }
}

/** Removes the tiles of a map that wasn't added, and its original where `source` is the file that was copied. */
export async function undoOverlayFiles(
  { db, media, tilesDir }: OverlayStorage,
  files: OverlayFiles,
  source: string | undefined,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const free = await findUnreferenced(trx, files)
    if (free.tiles) await removeNonOriginal(tilesPath(tilesDir, files.version))
    if (free.original && source !== undefined) {
      await media.undoPut(files.key, source, { why: 'The old map could not be added.' })
    }
  })
}

/** A removed map, and the record in the trash with its row: written before the row is deleted, so that no crash loses its control points. */
export interface RemovedOverlay {
  row: Row<'overlay'>
  why: string
  trashEntry: TrashEntry
}

/** To be called in the transaction that deletes the row. */
export async function trashOverlayRow(
  { trash }: MediaStore,
  row: Row<'overlay'>,
  why: string,
): Promise<RemovedOverlay> {
  const trashEntry = await trash.addRows(row.source_key, { why, rows: [{ table: 'overlay', row }] })
  return { row, why, trashEntry }
}

/**
 * Removes the tiles of a removed map and moves its original, perhaps the only copy, to the trash with its row. Returns its path in the trash;
 * undefined where another layer still shows the same scan with the same points.
 */
export async function trashRemovedOverlay(storage: OverlayStorage, { row, why, trashEntry }: RemovedOverlay) {
  const { db, media, tilesDir } = storage
  const { version, source_key: key, georeference } = row
  return await inTransaction(db, async (trx) => {
    const free = await findUnreferenced(trx, { version, key })
    if (free.tiles) await removeNonOriginal(tilesPath(tilesDir, version))
    const trashed = free.original ? await media.moveToTrash(key, { why, rows: trashEntry.rows }) : undefined
    const sameMapShown = free.named.some((row) => row.georeference === georeference)
    if (!trashed && !sameMapShown) return media.trash.pathOf(trashEntry.id)
    await media.trash.removeRows(trashEntry)
    return trashed && media.trash.pathOf(trashed.id)
  })
}

/** Brings a map back from the trash. The one that took its place goes there instead, so that this can be undone too. The caller holds the import lock. */
export async function bringBackOverlay(storage: OverlayStorage, entry: TrashEntry, layer: number, caller: Caller) {
  const { db, media } = storage
  let replaced: RemovedOverlay | undefined
  try {
    await restoreFromTrash(db, media, entry, {
      caller,
      makeRoom: async (trx) => {
        const row = await trx.selectFrom('overlay').selectAll().where('layer', '=', layer).executeTakeFirst()
        if (!row) return
        replaced = await trashOverlayRow(media, row, `An earlier map of layer ${layer} was brought back.`)
        await trx.deleteFrom('overlay').where('layer', '=', layer).execute()
      },
    })
  } catch (error) {
    if (replaced) await media.trash.removeRows(replaced.trashEntry)
    throw error
  }
  if (replaced) await trashRemovedOverlay(storage, replaced)
}
