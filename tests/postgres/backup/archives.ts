import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { makeBackup, type BackupOptions } from '#server/backup/make-backup.ts'
import { restoreBackup, type RestoreOptions } from '#server/backup/restore-backup.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { originalKey } from '#server/storage/keys.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { contentOf, move, townToMove, withPlaces } from '../../server/move/moved-town.ts'
import { createEmptyPostgres } from '../databases.ts'

/** An archive on PostgreSQL with media in a folder, closed. */
export async function townOnPostgres(): Promise<Config> {
  const from = await townToMove()
  const town = withPlaces(from, { DATABASE_URL: await createEmptyPostgres() })
  await move(from, town, { moves: { database: true, media: false } })
  await nameByContent(town)
  return town
}

/** The pictures of the small town have made-up names, which a backup takes for damage. */
async function nameByContent(config: Config): Promise<void> {
  await using db = await openArchive(config)
  const media = openMediaStore(config)
  for (const { sha256, format } of await db.selectFrom('original').selectAll().execute()) {
    const bytes = (await media.read(originalKey(sha256, format)))!
    const named = { sha256: hash('sha256', bytes) }
    await media.put(originalKey(named.sha256, format), bytes)
    await media.moveToTrash(originalKey(sha256, format), { why: 'Its name is made up.' })
    await db.transaction().execute(async (trx) => {
      for (const table of ['original', 'scan', 'person_image'] as const)
        await trx
          .updateTable(table as 'original')
          .set(named)
          .where('sha256', '=', sha256)
          .execute()
    })
  }
}

/** Where nothing is yet. */
export async function emptyPlace(): Promise<Config> {
  return readConfig({ DATA_DIR: join(await freshFolder(), 'data'), DATABASE_URL: await createEmptyPostgres() })
}

export async function backUp(config: Config, options: Partial<BackupOptions> = {}) {
  const file = join(await freshFolder(), 'backup.tar')
  await using db = options.db ?? (await openArchive(config))
  const output = createWriteStream(file)
  const media = openMediaStore(config)
  const report = await makeBackup({ db, media, beside: config.databaseFile, output, ...options })
  return { file, bytes: await readFile(file), ...report }
}

export const restoreTo = (place: Config, bytes: Buffer, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({ ...place, source: Readable.from([bytes]), ...options })

/** What a restore leaves as it was: rows, originals and the trash beside them. */
export async function restoredContent(config: Config) {
  const { rows, files } = await contentOf(config)
  const {
    account,
    account_token,
    archive_state,
    build,
    change_log,
    hook,
    mail,
    picture_task,
    session,
    upkeep,
    ...kept
  } = rows
  return { kept, originals: files.filter(([key]) => key.startsWith('originals/')) }
}

/** All rows as text, without opening the archive as one. */
export async function rawRows(config: Config, statement: string): Promise<unknown[]> {
  const { ArchiveDatabase } = await import('#server/database/archive-database.ts')
  const { PostgresEngine } = await import('#server/database/dialects/postgres.ts')
  await using db = new ArchiveDatabase(new PostgresEngine(config.databaseUrl!))
  return (await sql.raw(statement).execute(db)).rows
}
