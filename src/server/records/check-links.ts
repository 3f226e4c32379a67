import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/permissions.ts'
import { LIST_TABLES } from '../bundle/archive-keys.ts'
import { LISTS } from '../bundle/lists.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/errors.ts'
import { among } from '../repositories/conditions.ts'
import { findCircles } from './circles.ts'
import type { RecordKey } from './fields.ts'
import { nameable } from './nameable.ts'

type Trx = Transaction<Tables>

/**
 * Every record that these fields name is there, may be seen by the caller and is not discarded; none names itself, and no line of parents comes
 * back to where it began. A draft that the caller may not see is refused in the same words as a record that there is not.
 * @param fields parsed; of a change, those that change. A relationship's two people are looked at together: give both, or neither.
 * @param key of the record that is changed; without it, it is a new one.
 * @throws {Refusal} 400 with the field's name, and a sentence for each id that is wrong.
 */
export async function checkLinks(
  trx: Trx,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
  key?: RecordKey,
): Promise<void> {
  const errors: Record<string, string[]> = {}
  for (const [field, { link }] of Object.entries(LISTS[kind].columns)) {
    if (!link) continue
    const ids = namedIn(fields[field])
    const missing = await missingOf(trx, caller, link, ids)
    if (missing.length > 0) errors[field] = missing.map((id) => API.noSuchRecord(id))
    else if (link === kind && key !== undefined && ids.includes(key)) errors[field] = [API.namesItself]
  }
  if (Object.keys(errors).length === 0) Object.assign(errors, await findCircles(trx, caller, kind, fields, key))
  if (Object.keys(errors).length > 0) throw new Refusal(400, errors)
}

/** The ids in a field: of one record, of a list, or none. */
function namedIn(value: unknown): RecordKey[] {
  if (value === null || value === undefined || value === '') return []
  return [...new Set(Array.isArray(value) ? (value as RecordKey[]) : [value as RecordKey])]
}

const isReviewedKind = (kind: RecordKind) => (REVIEWED_KINDS as readonly RecordKind[]).includes(kind)
async function missingOf(trx: Trx, caller: Caller, kind: RecordKind, ids: RecordKey[]): Promise<RecordKey[]> {
  if (ids.length === 0) return []
  const [table, column] = LIST_TABLES[kind]
  const mayName = isReviewedKind(kind) ? nameable(table, caller) : sql<boolean>`true`
  const { rows } = await sql<{ key: RecordKey }>`select ${sql.ref(column)} as key from ${sql.table(table)}
    where ${among(column, ids)} and ${mayName}`.execute(trx)
  const there = new Set(rows.map((row) => row.key))
  return ids.filter((id) => !there.has(id))
}
