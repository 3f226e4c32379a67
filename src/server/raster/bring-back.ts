import type { Caller } from '#rules/access/permissions.ts'
import { restoreFromTrash } from '../scans/trash-records.ts'
import type { TrashEntry } from '../storage/trash.ts'
import { trashOverlayRow, trashRemovedOverlay, type RemovedOverlay } from './overlay-files.ts'
import type { OverlayStorage } from './overlay-storage.ts'

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
