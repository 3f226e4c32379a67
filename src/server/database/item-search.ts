import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ItemType } from '#contract/item.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemTitle } from '#rules/names.ts'
import { searchText } from '#rules/search-text.ts'
import type { Tables } from './tables.ts'

/** So many items at a time, so that memory does not grow with the archive. */
const BATCH = 500

/**
 * A published item is found by the names of published records only, a draft by those of its author's own drafts too: what finds an item
 * may be seen by whoever may see the item.
 */
const named = (table: string) =>
  sql`(${sql.ref(`${table}.visibility`)} = 'published' or (item.visibility = 'draft'
    and (item.author_id is null or ${sql.ref(`${table}.author_id`)} = item.author_id)))`
/** Names that an item is found by besides its own words: its people, place, subjects and organizations. */
const names = sql<string>`(select group_concat(words, ' ') from (
    select search as words from location where id = item.location_id
    union all select p.search from item_person x join person p on p.id = x.person_id where x.item_id = item.id and ${named('p')}
    union all select s.search from item_subject x join subject s on s.id = x.subject_id where x.item_id = item.id and ${named('s')}
    union all select o.search from item_organization x join organization o on o.id = x.organization_id where x.item_id = item.id and ${named('o')}))`

/**
 * Writes the full text of items anew, after anything that it is made of has changed, in the same transaction as that change.
 * @param ids only these items; without it every item, as after an import.
 */
export async function refreshItemSearch(db: Kysely<Tables>, ids?: readonly number[]): Promise<void> {
  if (ids === undefined) await sql`delete from item_search`.execute(db)
  let last = 0
  for (;;) {
    let query = db
      .selectFrom('item')
      .select(['id', 'type', 'title', 'general_description', 'archival_identifier'])
      .select(['date_start', 'date_end', 'date_start_text', 'date_end_text'])
      .select(names.as('names'))
    query = ids
      ? query.where('id', 'in', ids.slice(last, last + BATCH))
      : query.where('id', '>', last).orderBy('id').limit(BATCH)
    const rows = await query.execute()
    for (const row of rows) {
      if (ids) await db.deleteFrom('item_search').where('rowid', '=', row.id).execute()
      await db
        .insertInto('item_search')
        .values({
          rowid: row.id,
          title: searchText(row.title),
          // What stands for a title where there is none is found, and ranks nothing.
          description: searchText(
            row.title === '' ? itemTitle({ ...row, type: row.type as ItemType }) : '',
            row.general_description,
          ),
          names: row.names ?? '',
          identifier: searchText(row.archival_identifier),
          dates: searchText(shownDate(row)?.text),
        })
        .execute()
    }
    last = ids ? last + BATCH : (rows.at(-1)?.id ?? 0)
    if (ids ? last >= ids.length : rows.length < BATCH) return
  }
}

/** Makes the full text of an archive that has items and none of it: one that a migration took, or a repair. */
export async function fillItemSearch(db: Kysely<Tables>): Promise<void> {
  const lacking = sql`select 1 from item where not exists (select 1 from item_search) limit 1`
  if ((await lacking.execute(db)).rows.length > 0) await db.transaction().execute((trx) => refreshItemSearch(trx))
}
