import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import sharp from 'sharp'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import { dropPostgres } from '../../postgres/databases.ts'
import { runSql, tableNames } from '../raw-sql.ts'

/** A folder of this test alone. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lotline-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** An empty, migrated archive of this test alone. */
export async function freshArchive(): Promise<{ db: ArchiveDatabase; media: MediaStore; mediaFolder: string }> {
  const folder = await freshFolder()
  const db = await openFreshDatabase(join(folder, 'archive.db'))
  onTestFinished(async () => {
    await db.destroy()
    await dropPostgres(join(folder, 'archive.db'))
  })
  return { db, media: createFolderStore(join(folder, 'media')), mediaFolder: join(folder, 'media') }
}

/** A bundle folder: text and bytes as they are, anything else as JSON. All of a test are from the same source, by their name, unless it says otherwise. */
export async function bundleOf(files: Record<string, unknown>, source = 'bundle'): Promise<string> {
  const folder = join(await freshFolder(), source)
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    const asItIs = typeof content === 'string' || content instanceof Uint8Array
    await writeFile(path, asItIs ? content : JSON.stringify(content))
  }
  return folder
}

/** A small one-coloured JPEG; another colour is another picture. */
export const smallPicture = (background = '#887755', width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Every table but the one that counts changes, for comparing archives. */
export async function allRecords(db: ArchiveDatabase): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const name of await tableNames(db)) {
    if (/^(archive_state|last_changed|change_log|kysely_)/.test(name)) continue
    const { rows } = await runSql(db, `select * from ${name}`)
    all[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}

/** The same without what was done to them, and by whom: for comparing an archive with one that its export was imported into. */
export async function recordsAlone(db: ArchiveDatabase): Promise<Record<string, unknown[]>> {
  const { audit: _, imported_row: __, operation: ___, operation_row: ____, ...records } = await allRecords(db)
  return records
}

export const counterOf = async (db: ArchiveDatabase) =>
  (await db.selectFrom('archive_state').select('counter').executeTakeFirstOrThrow()).counter

/** Keys of everything in the media store. */
export async function allMedia(media: MediaStore): Promise<string[]> {
  const keys: string[] = []
  for (const root of ['originals', 'derivatives']) for await (const { key } of media.list(root)) keys.push(key)
  return keys.sort()
}
