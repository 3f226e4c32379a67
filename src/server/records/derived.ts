import type { Trx } from '../database/tables.ts'
import { addPictureTask } from '../jobs/queue-picture.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { pictureVersion, type Watermark } from '../storage/picture-keys.ts'
import { changedColumns, readFields, type RecordKey } from './fields.ts'
import { DERIVED, RECORD_TABLES, untyped } from './tables.ts'
import type { RecordKind } from '#contract/record.ts'

/** Updates `updated_at` of items, as after a change of their scans. */
export async function touchItems(trx: Trx, ...ids: number[]): Promise<void> {
  await trx.updateTable('item').set({ updated_at: new Date().toISOString() }).where(isOneOf('id', ids)).execute()
}

/** Call it after a scan was changed, in the same transaction: a new watermark or turn needs a new picture. */
export async function refreshScanVersion(trx: Trx, scanId: number): Promise<void> {
  const scan = await trx
    .selectFrom('scan')
    .select(['item_id', 'sha256', 'watermark', 'color', 'position', 'mark_size', 'mark_opacity', 'turn', 'version'])
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow()
  await touchItems(trx, scan.item_id)
  const { sha256, watermark: text, color, position, mark_size: size, mark_opacity: opacity } = scan
  const version = pictureVersion(sha256, { text, color, position, size, opacity } as Watermark, scan.turn)
  if (version === scan.version) return
  await trx.updateTable('scan').set({ version }).where('id', '=', scanId).execute()
  await addPictureTask(trx, version)
}

/** Call it after a file was changed, in the same transaction. */
async function touchItemOfFile(trx: Trx, id: number): Promise<void> {
  const file = trx.selectFrom('item_file').select('item_id').where('id', '=', id)
  await touchItems(trx, (await file.executeTakeFirstOrThrow()).item_id)
}

/** Makes what follows from the fields of a record again, after columns of it were written. */
export async function refreshDerived(trx: Trx, kind: RecordKind, key: RecordKey): Promise<void> {
  if (kind === 'scans') return refreshScanVersion(trx, key as number)
  if (kind === 'files') return touchItemOfFile(trx, key as number)
  const [table, column] = RECORD_TABLES[kind]
  const db = untyped(trx)
  const row = await db.selectFrom(table).selectAll().where(column, '=', key).executeTakeFirstOrThrow()
  const changed = Object.entries(changedColumns(kind, row, (await readFields(trx, kind, key))!))
  const derived = changed.filter(([name]) => DERIVED.has(name))
  if (derived.length === 0) return
  await db.updateTable(table).set(Object.fromEntries(derived)).where(column, '=', key).execute()
}
