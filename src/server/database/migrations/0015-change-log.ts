import { CompiledQuery, type Kysely } from 'kysely'

/** The column with the id of the item that a row belongs to. */
const ITEM: Record<string, string> = {
  item: 'id',
  scan: 'item_id',
  item_person: 'item_id',
  item_contributor: 'item_id',
  item_subject: 'item_id',
  item_organization: 'item_id',
}
/** Changes that are kept at least, and how often earlier ones are removed. */
const KEPT = 20_000
const TRIM_EVERY = 1000

/**
 * Which items changed since a counter, so that a build need not read all of them. One row for each change that counts, by triggers like those that count it, and
 * with the same conditions; `item` is null for a change of anything else. Whichever of both triggers runs first, a row has at least the counter of its change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run('create table change_log (seq integer primary key, counter integer not null, item integer) strict')
  await run('create index change_log_counter on change_log (counter)')
  await run('insert into change_log (counter) select counter from archive_state')
  await run(`create trigger change_log_trim after insert on change_log when new.seq % ${TRIM_EVERY} = 0
    begin delete from change_log where seq <= new.seq - ${KEPT}; end`)
  const { rows } = await db.executeQuery<{ name: string; tbl_name: string; sql: string }>(
    CompiledQuery.raw(
      `select name, tbl_name, sql from sqlite_schema where type = 'trigger' and name glob '*_counts' order by name`,
    ),
  )
  for (const { name, tbl_name, sql } of rows) {
    const column = ITEM[tbl_name]
    const log = (item: string, when = '') =>
      `insert into change_log (counter, item) select counter + 1, ${item} from archive_state ${when};`
    const event = /\bafter (insert|update|delete)\b/i.exec(sql)![1]!.toLowerCase()
    const body =
      column === undefined
        ? log('null')
        : event === 'update'
          ? `${log(`new.${column}`)} ${log(`old.${column}`, `where old.${column} is not new.${column}`)}`
          : log(event === 'insert' ? `new.${column}` : `old.${column}`)
    const head = sql.slice(0, /\bbegin\b/i.exec(sql)!.index).replace(name, name.replace(/_counts$/, '_logs'))
    await run(`${head} begin ${body} end`)
  }
}
