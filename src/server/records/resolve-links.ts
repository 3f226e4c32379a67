import type { RecordFields, RecordKind } from '#contract/record.ts'
import type { Trx } from '../database/tables.ts'
import { readSurvivors, survivorOf } from '../repositories/merged.ts'
import { RECORD_LINKS } from './tables.ts'

/** Fields with the ids of those that stay where they name merged records: a draft may be older than the merge. */
export async function resolveLinks(trx: Trx, kind: RecordKind, fields: RecordFields): Promise<RecordFields> {
  const survivors = await readSurvivors(trx)
  if (survivors.size === 0) return fields
  const resolved = { ...fields }
  for (const [field, link] of Object.entries(RECORD_LINKS[kind])) {
    const value = fields[field]
    const resolve = (id: unknown) => (typeof id === 'number' ? survivorOf(survivors, link, id) : id)
    if (value !== undefined) resolved[field] = Array.isArray(value) ? [...new Set(value.map(resolve))] : resolve(value)
  }
  return resolved
}
