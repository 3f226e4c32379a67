import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'
import { LISTED_ITEMS } from '../postgres/listed-items.ts'

/** Lists of items with words or tags are quicker on PostgreSQL. Nothing changes on SQLite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  for (const statement of LISTED_ITEMS) await db.executeQuery(CompiledQuery.raw(statement))
}
