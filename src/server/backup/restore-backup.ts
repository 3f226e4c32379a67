import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { S3Settings } from '#s3/settings.ts'
import { ArchiveDatabase } from '../database/archive-database.ts'
import { lockArchiveExclusively } from '../database/archive-locks.ts'
import {
  finishSwap,
  isSwapPending,
  removeStagedMedia,
  removeStaging,
  restorePaths,
  swapArchive,
  type RestorePaths,
} from '../database/restore-swap.ts'
import { SqliteEngine } from '../database/dialects/sqlite.ts'
import { readIdMarks } from '../database/id-marks.ts'
import { createDatabaseFile, openDatabase } from '../database/open.ts'
import { createTables } from '../database/upgrade.ts'
import type { Trx } from '../database/tables.ts'
import { ORIGINAL_FOLDERS } from '../storage/keys.ts'
import { writeIdentity } from '../storage/identity-file.ts'
import { TRASH, copyMedia, openMediaObjects, requireDiskSpace } from './copy-media.ts'
import { BackupRefused, TRASH_LOG, damagedBackup, type Manifest, readDangling, readOriginals } from './format.ts'
import { loadTables } from './load-tables.ts'
import { openDump } from './open-dump.ts'
import { newIdentity, prepareRows, readHighestIds } from './prepare-database.ts'
import { withPostgres, type Replaced } from './replace-postgres.ts'
import { isDumped } from './table-rows.ts'
import { stagedFile, unpack, verifyFiles, type UnpackedFiles } from './unpack.ts'

export interface RestoreOptions {
  source: Readable
  /** Size of the backup; undefined for a pipe. */
  bytes?: number | undefined
  /** The address of PostgreSQL, if the records are not in `databaseFile`. */
  databaseUrl?: string | undefined
  databaseFile: string
  mediaDir: string
  /** Default: beside the media. */
  trashDir?: string
  /** The object store of the media, if they are not in `mediaDir`. */
  s3?: S3Settings | undefined
  /** Also restores a backup that was made with --keep-going. */
  keepGoing?: boolean | undefined
  /** On PostgreSQL: puts an archive that is in the database into a schema of its own; without it only an empty database is taken. */
  replace?: boolean | undefined
  /** In bytes of the backup. May throw to abort; the last call is before anything is replaced. */
  onProgress?: (done: number, total: number) => void
}
export interface RestoreReport {
  manifest: Manifest
  /** Folders with the previous archive; empty where there was none. */
  previousFolders: string[]
  /** The schema that holds what was in the database of PostgreSQL. */
  keptSchema: string | undefined
}

/**
 * Replaces the archive by that of a backup, after unpacking and verifying all of it; the previous one stays beside it. On PostgreSQL records and pictures are replaced one after the
 * other: in between nothing opens the database, and the restore is to be started again.
 * @throws {ArchiveInUse} @throws {ServerRunning} while anybody uses the archive. @throws {BackupRefused}; the archive is then unchanged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { source, databaseUrl, databaseFile, mediaDir, replace = false } = options
  for (const path of [databaseFile, mediaDir]) mkdirSync(dirname(path), { recursive: true })
  try {
    if (databaseUrl !== undefined)
      return await withPostgres(databaseUrl, replace, (replaced) => restore(options, replaced))
    const lock = lockArchiveExclusively(databaseFile)
    try {
      return await restore(options)
    } finally {
      lock.release()
    }
  } finally {
    source.destroy()
  }
}

async function restore(options: RestoreOptions, replaced?: Replaced): Promise<RestoreReport> {
  const { source, bytes, databaseUrl, databaseFile, mediaDir, s3, keepGoing = false, onProgress } = options
  const places = restorePaths(databaseFile, mediaDir, new Date())
  try {
    finishSwap(databaseFile)
    removeStaging(places)
    requireSameDisk(mediaDir)
    requireDiskSpace(dirname(mediaDir), bytes)
    let done = 0
    const files = await unpack(source, places, (count) => onProgress?.((done += count), bytes ?? done))
    const manifest = verifyFiles(files, places, keepGoing)
    const identity = newIdentity()
    const restored = {
      ...{ identity, madeAt: manifest.made_at },
      highest: replaced ? await readIdMarks(replaced.db) : readHighestIds(databaseFile),
    }
    await writeIdentity({ mediaDir: places.stagedMedia }, identity)
    if (!replaced) {
      await loadIntoFile(files, manifest, places)
      await using db = await openDatabase(places.stagedDatabase, { alone: true })
      await prepareRows(db, restored)
    }
    onProgress?.(done, bytes ?? done)
    // A bucket and the trash are only added to: they fit the archive before and after.
    await addMedia(options, places, files)
    if (s3) removeStagedMedia(places)
    if (replaced) await loadBackup(replaced.db, files, manifest, places, replaced.makeRoom)
    const previousFolders = swap(places)
    if (s3) await writeIdentity({ mediaDir, s3 }, identity)
    if (databaseUrl !== undefined) {
      await using db = await openDatabase(databaseUrl, { alone: true })
      await prepareRows(db, restored)
    }
    return { manifest, previousFolders, keptSchema: replaced?.keptSchema }
  } finally {
    // An unfinished swap is completed by the next program that opens the archive.
    if (!isSwapPending(databaseFile)) removeStaging(places)
  }
}

async function loadIntoFile(files: UnpackedFiles, manifest: Manifest, places: RestorePaths): Promise<void> {
  const { stagedDatabase } = places
  mkdirSync(dirname(stagedDatabase), { recursive: true })
  createDatabaseFile(stagedDatabase)
  // Links that lead nowhere, which a backup says, are kept. Migration 0006 changes the text of the schema.
  const sqlite = new DatabaseSync(stagedDatabase, { enableForeignKeyConstraints: false, defensive: false })
  await using db = new ArchiveDatabase(new SqliteEngine(sqlite, stagedDatabase))
  await loadBackup(db, files, manifest, places)
}

/** Loads the tables of a backup into an empty database and checks them, in one transaction: all of it happens, or nothing. */
async function loadBackup(
  db: ArchiveDatabase,
  files: UnpackedFiles,
  manifest: Manifest,
  places: RestorePaths,
  before?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const dump = await openDump(files, manifest, places)
  try {
    await db.transaction().execute(async (trx) => {
      if (db.isPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await before?.(trx)
      await createTables(trx, dump.migration)
      const loaded = await loadTables(db, trx, dump)
      // Those of a file of SQLite were compared before it was brought to this version.
      for (const [table, rows] of Object.entries(manifest.format < 3 ? {} : manifest.counts))
        if (isDumped(table) && (loaded[table] ?? 0) !== rows) throw damagedBackup()
      // The backup may hold an original that was removed in the meantime: the sweep moves it to the trash later.
      const excused = [...manifest.damaged, ...manifest.missing]
      for (const { path, sha256 } of await readOriginals(trx))
        if (files.get(path)?.sha256 !== sha256 && !excused.includes(path)) throw damagedBackup()
      if ((await readDangling(trx)).length !== manifest.dangling.length) throw damagedBackup()
    })
  } catch (error) {
    throw isRefusedRow(error) ? damagedBackup(error) : error
  }
}

/** No JSON, or a value or link that the database does not take: constraints and types of SQLite (https://sqlite.org/rescode.html), and classes 22 and 23 of PostgreSQL. */
const isRefusedRow = (error: unknown): boolean => {
  const { code = '', errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number }
  if (error instanceof SyntaxError || code === 'ERR_INVALID_ARG_TYPE') return true
  return [19, 20].includes(errcode % 256) || /^2[23]\w{3}$/.test(code)
}

/** Adds the trash of a backup, and to a bucket its originals; one that was damaged there goes to the trash. */
async function addMedia(
  { mediaDir, trashDir = join(dirname(mediaDir), 'trash'), s3 }: RestoreOptions,
  places: RestorePaths,
  files: UnpackedFiles,
): Promise<void> {
  const from = openMediaObjects({ mediaDir: places.stagedMedia, trashDir: stagedFile(places, 'trash') })
  const to = openMediaObjects({ mediaDir, trashDir, s3 })
  const onOther = async (key: string) => {
    // What has the same name in the trash is the same original, with a record of its own.
    if (key.startsWith(TRASH)) return 'kept'
    await to.store.moveToTrash(key, { why: 'It was damaged; a restore replaced it.' })
    return 'taken away'
  }
  await copyMedia({ from, to, folders: [...(s3 ? ORIGINAL_FOLDERS : []), TRASH], onOther })
  if (files.has(TRASH_LOG)) await to.store.trash.addToLog(readFileSync(stagedFile(places, TRASH_LOG), 'utf8'))
}

function swap(places: RestorePaths): string[] {
  const previousFolders = [
    existsSync(places.stagedDatabase) && existsSync(places.database) && dirname(places.keptDatabase),
    existsSync(places.stagedMedia) && existsSync(places.media) && dirname(places.keptMedia),
  ]
  if (existsSync(places.stagedDatabase)) mergeWriteAheadLog(places.database)
  swapArchive(places)
  return [...new Set(previousFolders.filter((folder) => folder !== false))]
}

/** Merges the write-ahead log into the old database, so that it is one file. A database too damaged for that stays as it is. */
function mergeWriteAheadLog(database: string): void {
  if (!existsSync(database)) return
  try {
    using sqlite = new DatabaseSync(database)
    sqlite.exec('pragma journal_mode = delete')
  } catch {
    // Stays as it is, with its log.
  }
}

function requireSameDisk(mediaDir: string): void {
  const there = statSync(mediaDir, { throwIfNoEntry: false })
  if (there && there.dev !== statSync(dirname(mediaDir)).dev) {
    throw new BackupRefused(
      `${mediaDir} is the root of a disk, so its pictures can't be swapped in one step. Set MEDIA_URL to a folder on that disk.`,
    )
  }
}
