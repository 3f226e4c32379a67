import { society } from '#society'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'
import type { Db } from '#server/database/tables.ts'

const HOUR = 60 * 60_000
/** Hours between two submissions. */
const PAUSE = 7
/** Every n-th draft belongs to a society member, the others to a volunteer. */
const MEMBERS = 3
const NOTE = 'Thank you! Could you ask who the others in the picture are, and roughly which year it is?'

/** Kinds that an item can add, and the item's columns for them. */
const BROUGHT = [
  [
    'person',
    (db: Db, item: number) => db.selectFrom('item_person').select('person_id as id').where('item_id', '=', item),
  ],
  [
    'subject',
    (db: Db, item: number) => db.selectFrom('item_subject').select('subject_id as id').where('item_id', '=', item),
  ],
  [
    'organization',
    (db: Db, item: number) =>
      db.selectFrom('item_organization').select('organization_id as id').where('item_id', '=', item),
  ],
  ['collection', (db: Db, item: number) => db.selectFrom('item').select('collection_id as id').where('id', '=', item)],
] as const

/**
 * Assigns the demo town's drafts to the demo volunteer and society member, as if submitted over the last days, so that both have submissions and the review
 * desk shows authors. One is returned with a note. Collections go to the member, who alone may add them. Skips drafts that have an author, and archives
 * without these accounts. Returns the number of items assigned.
 */
export async function assignDemoAuthors(db: ArchiveDatabase, now = new Date()): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const accounts = await trx
      .selectFrom('account')
      .select(['id', 'organization_id'])
      .where('role', '=', 'volunteer')
      .orderBy('id')
      .execute()
    const member = accounts.find((account) => account.organization_id === society.organizationId)?.id
    const volunteer = accounts.find((account) => account.organization_id !== society.organizationId)?.id
    if (member === undefined && volunteer === undefined) return 0
    const drafts = await trx
      .selectFrom('item')
      .leftJoin('collection', 'collection.id', 'item.collection_id')
      .select(['item.id', 'collection.visibility as collection'])
      .where('item.visibility', '=', 'draft')
      .where('item.author_id', 'is', null)
      .orderBy('item.id')
      .execute()
    for (const [at, { id, collection }] of drafts.entries()) {
      const isMembers = collection === 'draft' || at % MEMBERS === MEMBERS - 1
      const author = (isMembers ? member : volunteer) ?? member ?? volunteer!
      const submitted = new Date(now.getTime() - (drafts.length - at) * PAUSE * HOUR).toISOString()
      const given = { author_id: author, submitted_at: submitted }
      const returned = at === 1 ? { state: 'returned' as const, note: NOTE } : {}
      await trx
        .updateTable('item')
        .set({ ...given, ...returned })
        .where('id', '=', id)
        .execute()
      for (const [table, named] of BROUGHT) {
        const rows = await named(trx, id).execute()
        const ids = rows.map((row) => row.id).filter((each) => each !== null)
        if (ids.length === 0) continue
        await trx
          .updateTable(table)
          .set(given)
          .where('id', 'in', ids)
          .where('visibility', '=', 'draft')
          .where('author_id', 'is', null)
          .execute()
      }
    }
    await refreshItemSearch(
      trx,
      drafts.map(({ id }) => id),
    )
    return drafts.length
  })
}
