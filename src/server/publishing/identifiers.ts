import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Change } from '../records/journal.ts'
import { refuseDuplicates } from '../records/duplicates.ts'

/** What no two items share, as the contract and as the table call it. */
const UNIQUE = { archival_identifier: 'archival_identifier', externalRecordURL: 'external_record_url' } as const
type Field = keyof typeof UNIQUE
const FIELDS = Object.keys(UNIQUE) as Field[]

async function read(trx: Transaction<Tables>, item: number): Promise<Record<Field, string | null>> {
  return await trx
    .selectFrom('item')
    .select(['archival_identifier', 'external_record_url as externalRecordURL'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
}

async function write(trx: Transaction<Tables>, item: number, values: Partial<Record<Field, string | null>>) {
  const columns = Object.fromEntries(Object.entries(values).map(([field, value]) => [UNIQUE[field as Field], value]))
  if (Object.keys(columns).length > 0) await trx.updateTable('item').set(columns).where('id', '=', item).execute()
}

/** A discarded item leaves its identifier and its address to others; the audit trail keeps them. */
export async function giveUpIdentifiers(trx: Transaction<Tables>, item: number): Promise<Change[]> {
  const before = await read(trx, item)
  const given = FIELDS.filter((field) => before[field] !== null)
  await write(trx, item, Object.fromEntries(given.map((field) => [field, null])))
  return given.map((field) => ({ field, before: before[field], after: null }))
}

/**
 * Gives an item back what it gave up when it was discarded, where nobody has written another into it meanwhile.
 * @throws {Refusal} 400 with the sentences of spec §8 when another item has it by now; to be put back it then wants another one, or none.
 */
export async function takeBackIdentifiers(trx: Transaction<Tables>, item: number): Promise<Change[]> {
  const step = await trx
    .selectFrom('audit')
    .select(['id', 'fields'])
    .where('kind', '=', 'items')
    .where('record_key', '=', String(item))
    .where('action', '=', 'discarded')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!step) return []
  // Who edited the field since has decided about it, be it that it stays empty.
  const edits = await trx
    .selectFrom('audit')
    .select('fields')
    .where('kind', '=', 'items')
    .where('record_key', '=', String(item))
    .where('id', '>', step.id)
    .execute()
  const decided = new Set(edits.flatMap(({ fields }) => (JSON.parse(fields) as Change[]).map((change) => change.field)))
  const now = await read(trx, item)
  const back = Object.fromEntries(
    (JSON.parse(step.fields) as Change[])
      .filter(({ field }) => FIELDS.includes(field as Field) && now[field as Field] === null && !decided.has(field))
      .map(({ field, before }) => [field, before as string]),
  )
  await refuseDuplicates(trx, back, item)
  await write(trx, item, back)
  return Object.entries(back).map(([field, value]) => ({ field, before: null, after: value }))
}
