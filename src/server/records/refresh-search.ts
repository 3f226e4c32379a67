import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RecordKind } from '#contract/record.ts'
import { skipLocked, inTransaction } from '../database/write.ts'
import { refreshItemSearch } from '../database/item-search.ts'
import { refreshTexts } from '../database/text-search.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { isOneOf } from '../repositories/conditions.ts'
import type { RecordKey } from './fields.ts'
import { untyped } from './tables.ts'

/** Records whose names items are found by, and how to find those items. */
const NAMED_BY: Partial<Record<RecordKind, readonly (readonly [table: string, item: string, column: string])[]>> = {
  items: [['item', 'id', 'id']],
  locations: [['item', 'id', 'location_id']],
  people: [
    ['item_person', 'item_id', 'person_id'],
    ['item_contributor', 'item_id', 'person_id'],
    ['item', 'id', 'creator_id'],
  ],
  subjects: [['item_subject', 'item_id', 'subject_id']],
  organizations: [
    ['item_organization', 'item_id', 'organization_id'],
    ['item', 'id', 'creator_organization_id'],
  ],
}

/** Items that are refreshed at once: on SQLite, nothing else is answered meanwhile. */
const AT_ONCE = 15
/** Milliseconds for other requests between two steps, and between two looks for work. */
const REST = 10
const LOOK_EVERY = 500

/**
 * Updates the full text after records of a kind were added, changed, published or hidden, in the same transaction. Where they name many items, these are left
 * to the job below.
 */
export async function refreshSearch(trx: Trx, kind: RecordKind, ...keys: RecordKey[]): Promise<void> {
  const links = NAMED_BY[kind] ?? []
  const ids = new Set<number>()
  for (const [table, item, column] of links) {
    const named = untyped(trx).selectFrom(table).select(item).where(isOneOf(column, keys))
    for (const row of await named.limit(AT_ONCE + 1).execute()) ids.add(row[item] as number)
  }
  if (ids.size > 0 && ids.size <= AT_ONCE) await refreshItemSearch(trx, [...ids])
  if (ids.size <= AT_ONCE) return
  for (const [table, item, column] of links) {
    await untyped(trx)
      .insertInto('item_search_pending')
      .columns(['item_id'])
      .expression((from) => from.selectFrom(table).select(item).where(isOneOf(column, keys)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Refreshes some of the items and texts that wait for it. False where none does. */
export async function refreshPending(db: ArchiveDatabase): Promise<boolean> {
  const waiting = db.selectFrom('item_search_pending').select('item_id').limit(1)
  const texts = db.selectFrom('item_search_texts_pending').select('part').limit(1)
  if (!(await waiting.executeTakeFirst()) && !(await texts.executeTakeFirst())) return false
  await pause(REST)
  return await inTransaction(db, async (trx) => {
    const next = trx.selectFrom('item_search_pending').select('item_id').orderBy('item_id').limit(AT_ONCE)
    const ids = (await skipLocked(trx, next).execute()).map((row) => row.item_id)
    if (ids.length > 0) {
      await refreshItemSearch(trx, ids)
      await trx.deleteFrom('item_search_pending').where('item_id', 'in', ids).execute()
    } else if (!(await refreshTexts(trx))) return false
    // Answers that were kept meanwhile may miss them, and no trigger counts a change of the full text.
    const counter = sql<number>`counter + 1`
    await trx.updateTable('archive_state').set({ counter }).execute()
    return true
  })
}

/** Refreshes what `refreshSearch` has left, in small steps. */
export const startSearchJob = (db: ArchiveDatabase, onError: (error: unknown) => void): Job =>
  startJob(() => refreshPending(db), { every: LOOK_EVERY, onError })
