import type { Trx } from '../database/tables.ts'
import { addPictureTask } from '../jobs/queue-picture.ts'
import { pictureVersion, type Watermark } from '../storage/picture-keys.ts'

/** Updates an item's `updated_at` after a change of its scans. */
export async function touchItem(trx: Trx, item: number): Promise<void> {
  await trx.updateTable('item').set({ updated_at: new Date().toISOString() }).where('id', '=', item).execute()
}

/** Call it after a scan was changed, in the same transaction: a new watermark needs a new picture. */
export async function refreshScanVersion(trx: Trx, scanId: number): Promise<void> {
  const scan = await trx
    .selectFrom('scan')
    .select(['item_id', 'sha256', 'watermark', 'color', 'position', 'mark_size', 'mark_opacity', 'version'])
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow()
  await touchItem(trx, scan.item_id)
  const { sha256, watermark: text, color, position, mark_size: size, mark_opacity: opacity } = scan
  const version = pictureVersion(sha256, { text, color, position, size, opacity } as Watermark)
  if (version === scan.version) return
  await trx.updateTable('scan').set({ version }).where('id', '=', scanId).execute()
  await addPictureTask(trx, version)
}
