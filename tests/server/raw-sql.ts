import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { SqliteEngine } from '#server/database/dialects/sqlite.ts'
import { PostgresEngine } from '#server/database/dialects/postgres.ts'
import { ArchiveDatabase } from '#server/database/open.ts'

/** A statement that both databases understand. */
export const runSql = (db: ArchiveDatabase, statement: string) => sql.raw(statement).execute(db)

/** Tables but those of the full text and of rate limits, and what waits within a transaction. */
export async function tableNames(db: ArchiveDatabase): Promise<string[]> {
  const names = db.isPostgres
    ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by name`
    : sql<{
        name: string
      }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`
  const { rows } = await names.execute(db)
  return rows
    .map(({ name }) => name)
    .filter((name) => !/^(item_search|item_words|person_pending|rate_limit)/.test(name))
}

/** A table that is read is an error from now on. Triggers count rows: the change counter stays as it is. */
export async function hideTable(db: ArchiveDatabase, table: string): Promise<void> {
  if (!db.isPostgres) await runSql(db, 'pragma foreign_keys = off')
  await runSql(db, `alter table ${table} rename to hidden`)
}

/** Does something while another program is in the middle of a transaction. */
export async function whileAnotherWrites<T>(db: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  if (!db.isPostgres) await runSql(db, 'pragma busy_timeout = 20')
  const { address } = db.engine
  const engine = db.isPostgres ? new PostgresEngine(address) : new SqliteEngine(new DatabaseSync(address), address)
  await using other = new ArchiveDatabase(engine)
  return await other.transaction().execute(work)
}
