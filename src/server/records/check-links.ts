import { sql } from 'kysely'
import { isReviewedKind, type RecordFields, type RecordKind } from '#contract/record.ts'
import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { RECORD_TABLES } from './tables.ts'
import type { Db } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { findCycles } from './cycles.ts'
import type { RecordKey } from './fields.ts'
import { RECORD_LINKS } from './links.ts'
import { linkableBy } from './linkable.ts'

/**
 * Checks that every referenced record exists, is visible to the caller and not discarded, and that existing are no cycles. A hidden draft gives the
 * same error as a record that does not exist.
 * @param fields parsed; of an edit, only the changed ones.
 * @param changed key and previous fields of an edited record; missing for a new one.
 * @throws {DomainError} invalid, by field.
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
    const ids = idsIn(fields[field])
    const missing = await missingOf(db, caller, link, ids)
    if (missing.length > 0) errors[field] = missing.map((id) => API.noSuchRecord(id))
    else if (link === kind && key !== undefined && ids.includes(key)) errors[field] = [API.namesItself]
  }
  if (Object.keys(errors).length === 0) {
    // Both people of a relationship are checked together, even if only one changes.
    const { person1, person2 } = before
    const both = kind === 'relationships' && key !== undefined && ('person1' in fields || 'person2' in fields)
    Object.assign(errors, await findCycles(db, caller, kind, both ? { person1, person2, ...fields } : fields, key))
  }
  if (Object.keys(errors).length > 0) throw new DomainError('invalid', errors)
}

/** The ids in a field: one, a list, or none. */
function idsIn(value: unknown): RecordKey[] {
  if (value === null || value === undefined || value === '') return []
  return [...new Set(Array.isArray(value) ? (value as RecordKey[]) : [value as RecordKey])]
}

async function missingOf(db: Db, caller: Caller, kind: RecordKind, ids: RecordKey[]): Promise<RecordKey[]> {
  if (ids.length === 0) return []
  const [table, column] = RECORD_TABLES[kind]
  const mayName = isReviewedKind(kind) ? linkableBy(table, caller) : sql<boolean>`true`
  const { rows } = await sql<{ key: RecordKey }>`select ${sql.ref(column)} as key from ${sql.table(table)}
    where ${isOneOf(column, ids)} and ${mayName}`.execute(db)
  const existing = new Set(rows.map((row) => row.key))
  return ids.filter((id) => !existing.has(id))
}
