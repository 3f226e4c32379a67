import { sql } from 'kysely'
import { isPostgres } from './dialects/is-postgres.ts'
import type { Db } from './tables.ts'

const inSqlite = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
const inPostgres = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`

/** All tables of a database, sorted. */
export async function readTableNames(db: Db): Promise<string[]> {
  const { rows } = await (isPostgres(db) ? inPostgres : inSqlite).execute(db)
  return rows.map(({ name }) => name).sort()
}

export async function countRows(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return rows[0]!.count
}
