import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'

/** The version of Lotline that migrated the database last: an older one names it when it refuses (upgrade.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text'
  await db.executeQuery(CompiledQuery.raw(`alter table archive_state add column version ${text} not null default ''`))
}
