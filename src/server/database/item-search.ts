import { sql } from 'kysely'
import type { ItemType } from '#contract/item.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemTitle, typeName } from '#rules/names/record-names.ts'
import { indexText, searchText } from '#rules/search/search-text.ts'
import { isPostgres } from './dialects/is-postgres.ts'
import { createHits } from './postgres/search-hits.ts'
import { SEARCH_INDEX } from './postgres/tables.ts'
import { analyzeTables } from './planner-statistics.ts'
import type { Db } from './tables.ts'

/** Items per batch, so that memory does not grow with the archive. */
const BATCH = 500

/** Published items are found by the names of published records only, drafts also by their author's own drafts, so that search reveals nothing. */
const visibleNames = (table: string) =>
  sql`(${sql.ref(`${table}.visibility`)} = 'published' or (item.visibility = 'draft'
    and (item.author_id is null or ${sql.ref(`${table}.author_id`)} = item.author_id)))`
/** Names that an item is found by: its place, subjects, organizations, and who is in it, made it or contributed to it. */
const names = sql<string>`(select group_concat(words, ' ') from (
    select search as words from location where id = item.location_id
    union all select search_text from place_name where location_id = item.location_id
    union all select p.search from item_person x join person p on p.id = x.person_id where x.item_id = item.id and ${visibleNames('p')}
    union all select p.search from person p where p.id = item.creator_id and ${visibleNames('p')}
    union all select p.search from item_contributor x join person p on p.id = x.person_id where x.item_id = item.id and ${visibleNames('p')}
    union all select s.search from item_subject x join subject s on s.id = x.subject_id where x.item_id = item.id and ${visibleNames('s')}
    union all select o.search from organization o where o.id = item.creator_organization_id and ${visibleNames('o')}
    union all select o.search from item_organization x join organization o on o.id = x.organization_id where x.item_id = item.id and ${visibleNames('o')}) as named)`

/** Rewrites the full text of items, in the transaction of the change. @param ids default: all items, as after an import. */
export async function refreshItemSearch(db: Db, ids?: readonly number[]): Promise<void> {
  if (ids === undefined) await clearItemSearch(db)
  const hits = isPostgres(db) ? createHits(db) : undefined
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
    const texts = rows.map((row) => {
      const type = row.type as ItemType
      // The type is a word like those of the description. The generated title of an untitled item ends in it.
      const described = row.title === '' ? itemTitle({ title: '', type }) : typeName(type)
      return {
        rowid: row.id,
        title: indexText(row.title),
        description: indexText(described, row.general_description),
        names: row.names ?? '',
        identifier: indexText(row.archival_identifier),
        dates: searchText(itemDisplayDate(row)?.text),
      }
    })
    const found = texts.map(({ rowid }) => rowid)
    if (ids && found.length > 0) await hits?.removed(found)
    for (const { title, description, names, identifier, dates } of texts)
      hits?.added([title, description, names, identifier, dates].join(' '))
    if (ids && found.length > 0) await db.deleteFrom('item_search').where('rowid', 'in', found).execute()
    if (found.length > 0) await db.insertInto('item_search').values(texts).execute()
    last = ids ? last + BATCH : (rows.at(-1)?.id ?? 0)
    if (ids ? last >= ids.length : rows.length < BATCH) break
  }
  await hits?.write()
}

/** Empties the full text. Not row by row: FTS5 would go on counting them for its ranks. */
export const clearItemSearch = (db: Db) => sql`insert into item_search (item_search) values ('delete-all')`.execute(db)

/** Fills the full text if it is empty, after a migration or a repair. */
export async function fillItemSearch(db: Db): Promise<void> {
  const missing = sql`select 1 from item where not exists (select 1 from item_search) limit 1`
  if ((await missing.execute(db)).rows.length === 0) return
  if (!db.isTransaction) return await db.transaction().execute(fillItemSearch)
  // PostgreSQL makes the index in one go in a fraction of the time of row by row.
  const { name, definition } = SEARCH_INDEX
  if (isPostgres(db)) await sql`drop index if exists ${sql.table(name)}`.execute(db)
  await refreshItemSearch(db)
  if (!isPostgres(db)) return
  await sql.raw(`create index ${name} ${definition}`).execute(db)
  await analyzeTables(db)
}
