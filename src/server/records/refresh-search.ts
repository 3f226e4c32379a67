import type { Transaction } from 'kysely'
import type { RecordKind } from '#contract/record.ts'
import type { Tables } from '../database/tables.ts'
import { refreshItemSearch } from '../database/item-search.ts'
import type { RecordKey } from './fields.ts'

/** Records by whose names items are found, and where it stands which items. */
const NAMED_BY = {
  locations: ['item', 'id', 'location_id'],
  people: ['item_person', 'item_id', 'person_id'],
  subjects: ['item_subject', 'item_id', 'subject_id'],
  organizations: ['item_organization', 'item_id', 'organization_id'],
} as const

/** Brings the full text up to date after a record came, changed, or became visible or hidden, in the same transaction as that. */
export async function refreshSearch(trx: Transaction<Tables>, kind: RecordKind, key: RecordKey): Promise<void> {
  if (kind === 'items') return refreshItemSearch(trx, [key as number])
  const named = (NAMED_BY as Partial<Record<RecordKind, (typeof NAMED_BY)[keyof typeof NAMED_BY]>>)[kind]
  if (!named) return
  const [table, item, column] = named
  const rows = await trx
    .selectFrom(table as 'item_person')
    .select(item as 'item_id')
    .where(column as 'person_id', '=', key as number)
    .execute()
  const ids = (rows as unknown as Record<string, number>[]).map((row) => row[item]!)
  if (ids.length > 0) await refreshItemSearch(trx, ids)
}
