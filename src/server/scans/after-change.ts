import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { addPictureTask } from './picture-tasks.ts'
import { pictureVersion } from './version.ts'
import type { Watermark } from './watermark.ts'

/** A scan that comes, changes or goes changes its item: who asks what is new since they looked is told of the item. */
export async function itemChanged(trx: Transaction<Tables>, item: number): Promise<void> {
  await trx.updateTable('item').set({ updated_at: new Date().toISOString() }).where('id', '=', item).execute()
}

/** To be called after a scan was changed, in the same transaction: with another watermark its picture is another now, and has to be made. */
export async function afterScanChange(trx: Transaction<Tables>, scanId: number): Promise<void> {
  const scan = await trx
    .selectFrom('scan')
    .select(['item_id', 'sha256', 'watermark', 'color', 'position', 'version'])
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow()
  await itemChanged(trx, scan.item_id)
  const { sha256, watermark: text, color, position } = scan
  const version = pictureVersion(sha256, { text, color, position } as Watermark)
  if (version === scan.version) return
  await trx.updateTable('scan').set({ version }).where('id', '=', scanId).execute()
  await addPictureTask(trx, version)
}
