import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { addPictureTask } from './picture-tasks.ts'
import { pictureVersion } from './version.ts'
import type { Watermark } from './watermark.ts'

/** To be called after a scan's watermark was changed, in the same transaction: its picture is another now, and has to be made. */
export async function afterScanChange(trx: Transaction<Tables>, scanId: number): Promise<void> {
  const scan = await trx
    .selectFrom('scan')
    .select(['sha256', 'watermark', 'color', 'position', 'version'])
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow()
  const { sha256, watermark: text, color, position } = scan
  const version = pictureVersion(sha256, { text, color, position } as Watermark)
  if (version === scan.version) return
  await trx.updateTable('scan').set({ version }).where('id', '=', scanId).execute()
  await addPictureTask(trx, version)
}
