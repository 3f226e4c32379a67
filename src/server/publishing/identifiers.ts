import type { Trx } from '../database/tables.ts'
import type { Change } from '../records/audit.ts'
import { UNIQUE_FIELDS, requireUnique, type UniqueField } from '../records/duplicates.ts'

type Values = Record<UniqueField, string | null>

async function read(trx: Trx, item: number): Promise<Values> {
  return await trx
    .selectFrom('item')
    .select(['archival_identifier', 'external_record_url as externalRecordURL'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
}

async function write(trx: Trx, item: number, values: Partial<Values>) {
  const given = UNIQUE_FIELDS.filter(({ field }) => field in values)
  const columns = Object.fromEntries(given.map(({ field, column }) => [column, values[field]]))
  if (given.length > 0) await trx.updateTable('item').set(columns).where('id', '=', item).execute()
}

/** A discarded item releases its identifier and URL; the audit trail keeps them. */
export async function releaseIdentifiers(trx: Trx, item: number): Promise<Change[]> {
  const before = await read(trx, item)
  const released = UNIQUE_FIELDS.map(({ field }) => field).filter((field) => before[field] !== null)
  await write(trx, item, Object.fromEntries(released.map((field) => [field, null])))
  return released.map((field) => ({ field, before: before[field], after: null }))
}

/** Restores what a discarded item released, unless it was edited since. @throws {DomainError} with the messages of spec §8, if another item uses it by now. */
export async function restoreIdentifiers(trx: Trx, item: number): Promise<Change[]> {
  const step = await trx
    .selectFrom('audit')
    .select(['id', 'fields'])
    .where('kind', '=', 'items')
    .where('record_key', '=', String(item))
    .where('action', '=', 'discarded')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!step) return []
  // A field that was edited since, even to be empty, stays as it is.
  const edits = await trx
    .selectFrom('audit')
    .select('fields')
    .where('kind', '=', 'items')
    .where('record_key', '=', String(item))
    .where('id', '>', step.id)
    .execute()
  const edited = new Set(edits.flatMap(({ fields }) => (JSON.parse(fields) as Change[]).map((change) => change.field)))
  const now = await read(trx, item)
  const restored = Object.fromEntries(
    (JSON.parse(step.fields) as Change[])
      .filter(({ field }) => now[field as UniqueField] === null && !edited.has(field))
      .map(({ field, before }) => [field, before as string]),
  )
  await requireUnique(trx, restored, item)
  await write(trx, item, restored)
  return Object.entries(restored).map(([field, value]) => ({ field, before: null, after: value }))
}
