import type { RecordKind } from '#contract/record.ts'
import type { Trx } from '../database/tables.ts'
import { refreshItemSearch } from '../database/item-search.ts'
import type { RecordKey } from './fields.ts'
import { untyped } from './tables.ts'

/** Records whose names items are found by, and how to find those items. */
const NAMED_BY: Partial<Record<RecordKind, readonly (readonly [table: string, item: string, column: string])[]>> = {
  locations: [['item', 'id', 'location_id']],
  people: [
    ['item_person', 'item_id', 'person_id'],
    ['item_contributor', 'item_id', 'person_id'],
    ['item', 'id', 'creator_id'],
  ],
  subjects: [['item_subject', 'item_id', 'subject_id']],
  organizations: [['item_organization', 'item_id', 'organization_id']],
}

/** Updates the full text after a record was added, changed, published or hidden, in the same transaction. */
export async function refreshSearch(trx: Trx, kind: RecordKind, key: RecordKey): Promise<void> {
  if (kind === 'items') return refreshItemSearch(trx, [key as number])
  const ids = new Set<number>()
  for (const [table, item, column] of NAMED_BY[kind] ?? []) {
    const rows = await untyped(trx).selectFrom(table).select(item).where(column, '=', key).execute()
    for (const row of rows) ids.add(row[item] as number)
  }
  if (ids.size > 0) await refreshItemSearch(trx, [...ids])
}
