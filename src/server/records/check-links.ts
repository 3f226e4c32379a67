import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { isReviewedKind } from '#contract/record.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/permissions.ts'
import { RECORD_TABLES } from './tables.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/errors.ts'
import { among } from '../repositories/conditions.ts'
import { findCircles } from './circles.ts'
import type { RecordKey } from './fields.ts'
import { RECORD_LINKS } from './links.ts'
import { nameable } from './nameable.ts'

type Db = Kysely<Tables>

/**
 * Every record that these fields name is there, may be seen by the caller and is not discarded; none names itself, and no line of parents comes
 * back to where it began. A draft that the caller may not see is refused in the same words as a record that there is not.
 * @param fields parsed; of a change, those that change.
 * @param changed the record that is changed, its key and its fields so far; without it, it is a new one.
 * @throws {Refusal} 400 with the field's name, and a sentence for each id that is wrong.
 */
export async function checkLinks(
  db: Db,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
  { key, before = {} }: { key?: RecordKey; before?: RecordFields } = {},
): Promise<void> {
  const errors: Record<string, string[]> = {}
  for (const [field, link] of Object.entries(RECORD_LINKS[kind])) {
    const ids = namedIn(fields[field])
    const missing = await missingOf(db, caller, link, ids)
    if (missing.length > 0) errors[field] = missing.map((id) => API.noSuchRecord(id))
    else if (link === kind && key !== undefined && ids.includes(key)) errors[field] = [API.namesItself]
  }
  if (Object.keys(errors).length === 0) {
    // A relationship's two people are looked at together, whichever of them is new.
    const { person1, person2 } = before
    const both = kind === 'relationships' && key !== undefined && ('person1' in fields || 'person2' in fields)
    Object.assign(errors, await findCircles(db, caller, kind, both ? { person1, person2, ...fields } : fields, key))
  }
  if (Object.keys(errors).length > 0) throw new Refusal(400, errors)
}

/** The ids in a field: of one record, of a list, or none. */
function namedIn(value: unknown): RecordKey[] {
  if (value === null || value === undefined || value === '') return []
  return [...new Set(Array.isArray(value) ? (value as RecordKey[]) : [value as RecordKey])]
}

async function missingOf(db: Db, caller: Caller, kind: RecordKind, ids: RecordKey[]): Promise<RecordKey[]> {
  if (ids.length === 0) return []
  const [table, column] = RECORD_TABLES[kind]
  const mayName = isReviewedKind(kind) ? nameable(table, caller) : sql<boolean>`true`
  const { rows } = await sql<{ key: RecordKey }>`select ${sql.ref(column)} as key from ${sql.table(table)}
    where ${among(column, ids)} and ${mayName}`.execute(db)
  const there = new Set(rows.map((row) => row.key))
  return ids.filter((id) => !there.has(id))
}
