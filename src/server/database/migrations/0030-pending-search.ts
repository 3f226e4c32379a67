import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'

/** Items whose full text is still to be refreshed (records/refresh-search.ts): stored, so that a crash loses none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = isPostgres(db) ? '(item_id bigint primary key)' : '(item_id integer primary key) strict'
  await db.executeQuery(CompiledQuery.raw(`create table item_search_pending ${table}`))
}
