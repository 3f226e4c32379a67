import { Migrator } from 'kysely/migration'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as archive from './migrations/0001-archive.ts'
import * as accountsAndReview from './migrations/0002-accounts-and-review.ts'
import * as overlays from './migrations/0003-overlays.ts'
import * as searchedDates from './migrations/0004-searched-dates.ts'
import type { Tables } from './tables.ts'

/** Every migration by its name, in order. One that was released is never edited: add the next. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-archive': archive,
  '0002-accounts-and-review': accountsAndReview,
  '0003-overlays': overlays,
  '0004-searched-dates': searchedDates,
}

/** The migrations that this program knows; a database with others was made by a newer one. */
export const KNOWN_MIGRATIONS: readonly string[] = Object.keys(MIGRATIONS)

/**
 * Brings a database to the latest migration.
 * @throws the migration's own error; the database is then as it was.
 */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
