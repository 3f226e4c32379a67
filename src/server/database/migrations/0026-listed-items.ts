import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'
import { LISTED_ITEMS } from '../postgres/listed-items.ts'
import { SEARCH_HITS } from '../postgres/search-hits.ts'

/** Lists of items with words or tags, or in a range of time, are quicker on PostgreSQL. Its full text is empty after it: opening the archive fills it. Nothing changes on SQLite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  for (const statement of [...LISTED_ITEMS, ...SEARCH_HITS]) await db.executeQuery(CompiledQuery.raw(statement))
}
