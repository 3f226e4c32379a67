import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'
import { LISTED_ITEMS } from '../postgres/listed-items.ts'
import { SEARCH_HITS } from '../postgres/search-hits.ts'

/** Of a range of time: without the ids, PostgreSQL stores items of equal spans once, and counts them in a quarter of the time. */
const SPANS = { before: 'visibility, span_order, id, span_end', after: 'visibility, span_order, span_end' }
const nameOf = (columns: string) => `item_${columns.replaceAll(', ', '_')}`
const INDEX = [`drop index ${nameOf(SPANS.before)}`, `create index ${nameOf(SPANS.after)} on item (${SPANS.after})`]
const POSTGRES_INDEX = [`drop index ${nameOf(SPANS.before)}_idx`, `create index on item (${SPANS.after})`]

/** Lists of items with words or tags, or in a range of time, are quicker on PostgreSQL. Its full text is empty after it: opening the archive fills it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = isPostgres(db) ? [...POSTGRES_INDEX, ...LISTED_ITEMS, ...SEARCH_HITS] : INDEX
  for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement))
}
