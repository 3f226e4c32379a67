import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ArchiveDatabase } from '../../database/archive-database.ts'
import { readIdMarks } from '../../database/id-marks.ts'
import { withImportLock } from '../../database/import-lock.ts'
import { openDatabase } from '../../database/open.ts'
import { asUnreachable, waitUntilReachable } from '../../database/postgres/reachable.ts'
import {
  finishSwap,
  isSwapPending,
  removeStagedDatabase,
  removeStagedMedia,
  removeStaging,
  restorePaths,
} from '../../database/restore-swap.ts'
import { lockOutServers } from '../../database/server-lock.ts'
import { countRows, readTableNames } from '../../database/table-names.ts'
import { writeMediaIdentity } from '../../storage/identity-file.ts'
import { BackupRefused } from '../format.ts'
import { newIdentity, prepareRows } from '../prepare-database.ts'
import {
  requireDiskSpace,
  requireSameDisk,
  swapMedia,
  type RestoreOptions,
  type RestoreReport,
} from '../restore-backup.ts'
import { restoreToBucket } from '../restore-to-bucket.ts'
import { unpack } from '../unpack.ts'
import { verifyContent, verifyNames } from '../verify-backup.ts'
import { requirePrograms } from './client-programs.ts'
import { KEPT_SCHEMA } from './dump-database.ts'
import { loadDump } from './load-dump.ts'

export interface PostgresRestoreOptions extends RestoreOptions {
  /** Of the database. */
  address: string
  /** Puts an archive that is in the database into a schema of its own; without it only an empty database is taken. */
  replace?: boolean
}
export interface PostgresRestoreReport extends RestoreReport {
  /** The schema that holds what was in the database. */
  keptSchema: string | undefined
}

/**
 * Restores a backup into PostgreSQL, after verifying all of it; what was there stays, the records in a schema of the database, the pictures in a folder.
 * Records and pictures are replaced one after the other: in between nothing opens the database, and the restore is to be started again.
 * @throws {ServerRunning} @throws {BackupRefused}; the archive is then unchanged.
 */
export async function restoreToPostgres(options: PostgresRestoreOptions): Promise<PostgresRestoreReport> {
  const { address, replace = false, source } = options
  const { PostgresEngine } = await import('../../database/dialects/postgres.ts')
  await using db = new ArchiveDatabase(new PostgresEngine(address))
  const { place } = db.engine
  try {
    await waitUntilReachable(place, () => db.engine.hasTable('archive_state'))
    await requirePrograms(db, 'pg_restore', 'psql')
    const lock = await lockOutServers(db)
    try {
      return await withImportLock(db, async () => {
        const isEmpty = await requireReplaceable(db, replace)
        const stamp = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '')
        return await restore(db, isEmpty ? undefined : `${KEPT_SCHEMA}${stamp}`, options)
      })
    } finally {
      await lock.release()
    }
  } catch (error) {
    throw asUnreachable(place, error)
  } finally {
    source.destroy()
  }
}

/** True for a database without tables. */
async function requireReplaceable(db: ArchiveDatabase, replace: boolean): Promise<boolean> {
  const names = await readTableNames(db)
  if (names.length === 0) return true
  const { place } = db.engine
  if (!names.includes('archive_state'))
    throw new BackupRefused(
      `The database ${place} has tables of another program: ${names.slice(0, 5).join(', ')}. Restore into one of its own. Nothing was changed.`,
    )
  if (replace) return false
  const [items, people] = [await countRows(db, 'item'), await countRows(db, 'person')]
  throw new BackupRefused(
    `The database ${place} holds an archive: ${items} items, ${people} people. With --replace the backup takes its place, and it is kept in a schema of its own. Nothing was changed.`,
  )
}

async function restore(
  db: ArchiveDatabase,
  keptSchema: string | undefined,
  { source, bytes, databaseFile, mediaDir, s3, address, keepGoing = false, onProgress }: PostgresRestoreOptions,
): Promise<PostgresRestoreReport> {
  for (const path of [databaseFile, mediaDir]) mkdirSync(dirname(path), { recursive: true })
  const places = restorePaths(databaseFile, mediaDir, new Date())
  try {
    finishSwap(databaseFile)
    removeStaging(places)
    requireSameDisk(mediaDir)
    requireDiskSpace(dirname(mediaDir), bytes)
    let done = 0
    const unpacked = await unpack(source, places, (count) => onProgress?.((done += count), bytes ?? done))
    const manifest = verifyContent(unpacked, { keepGoing, postgres: true })
    verifyNames(unpacked, manifest)
    onProgress?.(done, bytes ?? done)
    const identity = newIdentity()
    await writeMediaIdentity(places.stagedMedia, identity)
    // A bucket is only added to: it fits the archive before and after.
    const markBucket = s3 && (await restoreToBucket(s3, places))
    const highest = keptSchema === undefined ? new Map<string, number>() : await readIdMarks(db)
    await loadDump({ address, dump: places.stagedDatabase, manifest, keptSchema })
    removeStagedDatabase(places)
    if (s3) removeStagedMedia(places)
    const previousFolders = swapMedia(places)
    await markBucket?.()
    await using restored = await openDatabase(address, { alone: true })
    await prepareRows(restored, { identity, madeAt: manifest.made_at, highest })
    return { manifest, previousFolders, keptSchema }
  } finally {
    if (!isSwapPending(databaseFile)) removeStaging(places)
  }
}
