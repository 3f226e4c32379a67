import { sql } from 'kysely'
import { isPostgres } from './dialects/is-postgres.ts'
import type { Db } from './tables.ts'

/** Updates the statistics of the query planner. Call it after a bulk load. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
  await dropFullTextStatistics(db)
}

/** Updates the statistics of the full text, which PostgreSQL's planner uses. Call it after all of it was written. */
export async function analyzeItemSearch(db: Db): Promise<void> {
  await sql`analyze item_search`.execute(db)
  await dropFullTextStatistics(db)
}

/**
 * FTS5's statements are written for its tables without statistics. With those of an empty or a small full text, SQLite reads all of a large one to merge a few small segments of it: a
 * second in every tenth change of an item, of 50,000. Also called at each opening, for archives that have such statistics.
 */
export async function dropFullTextStatistics(db: Db): Promise<void> {
  if (isPostgres(db)) return
  const kept = sql`select 1 from sqlite_schema where name = 'sqlite_stat1'`
  if ((await kept.execute(db)).rows.length === 0) return
  const dropped = sql`delete from sqlite_stat1 where tbl glob 'item_search_*' returning tbl`
  // Reads the schema again, with its statistics: those of tables that have none any more would stay otherwise.
  if ((await dropped.execute(db)).rows.length > 0) await sql`pragma writable_schema = reset`.execute(db)
}
