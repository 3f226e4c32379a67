import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeBackup, type BackupOptions } from '#server/backup/make-backup.ts'
import { restoreBackup, type RestoreOptions } from '#server/backup/restore-backup.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { allMedia, allRecords, freshFolder } from '../bundle/fresh-archive.ts'
import { copyTown } from '../bundle/imported-town.ts'
import { openFreshDatabase } from '../fresh-database.ts'

/** The archive in a folder of this test, with an id of its own. */
async function openFolder(folder: string) {
  const db = await openFreshDatabase(join(folder, 'archive.db'))
  onTestFinished(() => db.destroy())
  db.sqlite.exec('update archive_state set archive = lower(hex(randomblob(6)))')
  const mediaFolder = join(folder, 'media')
  return { db, media: createFolderStore(mediaFolder), mediaFolder }
}

/** An archive with a town, an account, links and letters on their way. */
export async function inhabited(): Promise<{ db: ArchiveDatabase; media: MediaStore; mediaFolder: string }> {
  const folder = await freshFolder()
  await copyTown(folder)
  const archive = await openFolder(folder)
  const now = '2026-11-21T12:00:00.000Z'
  const { sqlite } = archive.db
  sqlite.exec(
    `insert into account (id, email, role, epoch, created_at) values (7, 'ann@example.org', 'staff', 3, '${now}')`,
  )
  for (const purpose of ['activation', 'reset']) {
    sqlite.exec(`insert into account_token values ('${purpose}', 7, '${purpose}', '${now}', '${now}')`)
  }
  sqlite.exec(`insert into mail (recipient, kind, subject, text, html, created_at, next_attempt_at)
    values ('ann@example.org', 'reset', 'Reset', 'LINK-THAT-LETS-IN', '', '${now}', '${now}')`)
  sqlite.exec(
    `insert into audit (at, account_id, action, kind, record_key) values ('${now}', 7, 'edited', 'items', '1')`,
  )
  return archive
}

/** Backs an archive up to a new file. */
export async function backUp(
  archive: Pick<BackupOptions, 'db' | 'media'>,
  options: Partial<BackupOptions> = {},
): Promise<{ file: string } & Awaited<ReturnType<typeof makeBackup>>> {
  const file = join(await freshFolder(), 'backup.tar')
  const report = await makeBackup({ db: archive.db, media: archive.media, output: createWriteStream(file), ...options })
  return { file, ...report }
}

/** Where an archive lies that is restored. */
export interface Place {
  databaseFile: string
  mediaDir: string
}
export const placeIn = (folder: string): Place => ({
  databaseFile: join(folder, 'archive.db'),
  mediaDir: join(folder, 'media'),
})

/** A place with an archive in it that must stay as it is, byte by byte; before the last step nobody looks into it. */
export async function oldPlace(): Promise<Place> {
  const place = placeIn(await freshFolder())
  await writeFile(place.databaseFile, 'the old archive')
  await mkdir(place.mediaDir)
  return place
}

export const restoreTo = (place: Place, file: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({ source: createReadStream(file), ...place, ...options })

/** Opens what lies at a place, looks, and closes it. */
export async function lookAt<T>(
  { databaseFile, mediaDir }: Place,
  look: (archive: { db: ArchiveDatabase; media: MediaStore }) => T | Promise<T>,
): Promise<T> {
  const db = await openFreshDatabase(databaseFile)
  try {
    return await look({ db, media: createFolderStore(mediaDir) })
  } finally {
    await db.destroy()
  }
}

/** What a backup keeps: every row of every table that it restores as it was, and every original. */
export async function contentOf({ db, media }: { db: ArchiveDatabase; media: MediaStore }) {
  const { build, mail, account, account_token, picture_task, ...records } = await allRecords(db)
  const keys = (await allMedia(media)).filter((key) => key.startsWith('originals/'))
  const originals = await Promise.all(
    keys.map(async (key) => [key, Buffer.from((await media.read(key))!).toString('base64')]),
  )
  return { records, originals: Object.fromEntries(originals) as Record<string, string> }
}

/** Every byte of an archive that is closed, for proving that nothing was touched. */
export async function bytesOf({ databaseFile, mediaDir }: Place): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  if (existsSync(databaseFile)) files['database'] = (await readFile(databaseFile)).toString('base64')
  for (const key of await allMedia(createFolderStore(mediaDir))) {
    files[key] = (await readFile(join(mediaDir, key))).toString('base64')
  }
  return files
}
