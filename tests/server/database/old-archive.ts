import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Migrator } from 'kysely/migration'
import { SqliteEngine } from '#server/database/dialects/sqlite.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { ArchiveDatabase } from '#server/database/open.ts'

/** Creates an archive of an older version, whose last migration was `last`. */
export async function makeOldArchive(file: string, last: string): Promise<ArchiveDatabase> {
  mkdirSync(dirname(file), { recursive: true })
  const db = new ArchiveDatabase(new SqliteEngine(new DatabaseSync(file, { defensive: false }), file))
  const known = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name <= last))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest()
  if (error) throw error
  return db
}
