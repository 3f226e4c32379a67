import { sql } from 'kysely'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { tableNames } from './raw-sql.ts'

/** Counts every call, refused ones too. */
const LIMITS = 'rate_limit'

/** All rows of all tables, and the ids in the full text: what a refused call must not change. */
export async function everything(db: ArchiveDatabase): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const name of await tableNames(db)) {
    if (name !== LIMITS) all[name] = (await sql`select * from ${sql.table(name)} order by 1, 2`.execute(db)).rows
  }
  const { rows } = await sql`select rowid from item_search order by rowid`.execute(db)
  return { ...all, item_search: rows }
}
