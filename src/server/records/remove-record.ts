import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { API } from '#contract/messages.ts'
import type { RecordKind } from '#contract/record.ts'
import { RECORD_TABLES, anyTable } from './tables.ts'
import { wholeRecord } from './from-columns.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/errors.ts'
import { itemChanged } from '../scans/after-change.ts'
import { recordToChange } from './edit-record.ts'
import type { Touching } from './edit-record.ts'
import type { RecordKey } from './fields.ts'
import { changesBetween, keepStep } from './journal.ts'
import { rebuildFor } from './write-record.ts'

type Trx = Transaction<Tables>

/** These are discarded or taken back instead: other records name them, and people remember their addresses. */
const STAYS: readonly RecordKind[] = ['items', 'people', 'organizations', 'subjects', 'collections']

/** Where records of a kind are named by others that would be left without them. */
const NAMED_IN: Partial<Record<RecordKind, [table: keyof Tables, column: string][]>> = {
  lots: [['ownership', 'lot_num']],
  locations: [
    ['item', 'location_id'],
    ['lot', 'location_id'],
    ['organization_location', 'location_id'],
    ['heritage', 'location_id'],
    ['location_description', 'location_id'],
    ['plaque', 'location_id'],
  ],
}

async function isNamed(trx: Trx, kind: RecordKind, key: RecordKey): Promise<boolean> {
  for (const [table, column] of NAMED_IN[kind] ?? []) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${key} limit 1`.execute(trx)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Takes a record away. Its last step in the audit trail keeps all that it said, and the file of a picture stays where it is.
 * @throws {Refusal} 404, 403, 428, 412, 400 for what is discarded or taken back instead, 409 for what others name.
 */
export async function removeRecord(trx: Trx, touching: Touching): Promise<void> {
  const { caller, kind, key } = touching
  const { standing, fields } = await recordToChange(trx, touching)
  if (STAYS.includes(kind)) throw new Refusal(400, API.staysInArchive)
  if (await isNamed(trx, kind, key)) throw new Refusal(409, API.stillNamed(standing.label))
  const [table, column] = RECORD_TABLES[kind]
  // Of a picture also whose it was, and which file: its fields alone would not lead back to it.
  const whole = (await wholeRecord(trx, kind, key))!
  const { item, file, file_name } = whole
  const kept = { ...fields, ...('file' in whole && { file, file_name }), ...(kind === 'scans' && { item }) }
  await trx
    .deleteFrom(anyTable(table))
    .where(column as 'id', '=', key as never)
    .execute()
  if (kind === 'scans') await itemChanged(trx, item as number)
  await keepStep(trx, { caller, action: 'removed', kind, key, changes: changesBetween(kept, undefined) })
  await rebuildFor(trx, 'Removed', standing)
}
