import pg from 'pg'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { openPostgres } from '#server/database/open-postgres.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'

/** Rows a statement. */
const BATCH = 2000

const TABLES = `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
  and name not like 'item_search%' and name not in ('archive_state', 'change_log')`

/** Copies the records of an archive on SQLite to a new database on PostgreSQL, in bulk: without triggers, and with the full text indexed at the end. */
export async function copyToPostgres({ sqlite }: ArchiveDatabase, address: string): Promise<void> {
  const db = await openPostgres(address)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const { name } of sqlite.prepare(TABLES).all() as { name: string }[]) {
      const columns = sqlite
        .prepare(`pragma table_info(${name})`)
        .all()
        .map((column) => `"${String(column['name'])}"`)
        .join(', ')
      const insert = `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1)`
      let rows: unknown[] = []
      const flush = async () => {
        if (rows.length > 0) await client.query(insert, [JSON.stringify(rows)])
        rows = []
      }
      for (const row of sqlite.prepare(`select ${columns} from ${name}`).iterate()) {
        if (rows.push(row) === BATCH) await flush()
      }
      await flush()
    }
    // The media folder belongs to this archive.
    const state = sqlite.prepare('select archive, generation from archive_state').get()!
    await client.query('update archive_state set archive = $1, generation = $2', [
      state['archive'],
      state['generation'],
    ])
    await client.query('analyze')
    await client.query('drop index item_search_words_idx')
    await refreshItemSearch(db)
    await client.query('create index item_search_words_idx on item_search using gin (words) with (fastupdate = off)')
  } finally {
    await client.end()
    await db.destroy()
  }
}
