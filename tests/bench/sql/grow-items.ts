import pg from 'pg'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { openDatabase } from '#server/database/open.ts'
import { analyzeTables } from '#server/database/planner-statistics.ts'

/** Tables of links, and their other columns. */
const LINKS = {
  item_person: 'person_id',
  item_contributor: 'person_id',
  item_subject: 'subject_id',
  item_organization: 'organization_id',
}
const OTHERS = `type, title, general_description, date_start, date_end, span_start, span_end, location_id, collection_id, creator_id,
  copyright_info, visibility, published_at, created_at, updated_at`

/** Statements that repeat the items of an archive (ids 1 to `items`) until there are `times` as many. */
function* repeated(items: number, times: number, series: string): Generator<string> {
  yield `insert into item (id, archival_identifier, ${OTHERS})
    select id + n * ${items}, 'LA-' || (id + n * ${items}), ${OTHERS} from ${series} cross join item where n < ${times} and id <= ${items} order by n, id`
  for (const [table, other] of Object.entries(LINKS))
    yield `insert into ${table} (item_id, ${other}, position)
      select item_id + n * ${items}, ${other}, position from ${series} cross join ${table} where n < ${times} and item_id <= ${items} order by n, item_id`
}

/** A large archive in a minute: an import of as many items would take many. */
export async function growOnSqlite(file: string, items: number, times: number): Promise<void> {
  const db = await openDatabase(file)
  const triggers = db.sqlite.prepare(`select name, sql from sqlite_schema where type = 'trigger'`).all()
  const series = `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${times}) select n from series)`
  db.sqlite.exec('begin')
  for (const { name } of triggers) db.sqlite.exec(`drop trigger ${String(name)}`)
  for (const statement of repeated(items, times, series)) db.sqlite.exec(statement)
  for (const { sql } of triggers) db.sqlite.exec(String(sql))
  db.sqlite.exec('commit')
  await db.transaction().execute((trx) => refreshItemSearch(trx))
  await analyzeTables(db)
  await db.destroy()
}

export async function growOnPostgres(address: string, items: number, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const series = `generate_series(1, ${times - 1}) as n`
  for (const statement of repeated(items, times, series)) await client.query(statement)
  await client.query('drop index item_search_words_idx')
  const listed = 'visibility, type, sort_date, span_order, span_end'
  await client.query(`insert into item_search (rowid, words, length, ${listed})
    select rowid + n * ${items}, words, length, ${listed} from ${series} cross join item_search where rowid <= ${items} order by n, rowid`)
  const tags = `${listed}, location_id, collection_id, author_id, state, people, subjects, organizations`
  await client.query(`insert into item_search_tags (id, ${tags})
    select id + n * ${items}, ${tags} from ${series} cross join item_search_tags where id <= ${items} order by n, id`)
  await client.query(`update item_search_total set items = items * ${times}, words = words * ${times}`)
  await client.query(`update item_search_hits set items = items * ${times}`)
  await client.query('create index item_search_words_idx on item_search using gin (words) with (fastupdate = off)')
  await client.end()
}
