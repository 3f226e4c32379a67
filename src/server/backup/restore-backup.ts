import { existsSync, mkdirSync, statSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import type { S3Settings } from '#s3/settings.ts'
import { lockArchiveExclusively } from '../database/archive-lock.ts'
import { BackupRefused, type Manifest } from './format.ts'
import { readHighestIds, prepareRestoredDatabase } from './prepare-database.ts'
import { restoreToBucket } from './restore-to-bucket.ts'
import { verifyBackup } from './verify-backup.ts'
import {
  finishSwap,
  restorePaths,
  removeStaging,
  removeStagedMedia,
  swapArchive,
  isSwapPending,
  type RestorePaths,
} from '../database/restore-swap.ts'
import { unpack } from './unpack.ts'

export interface RestoreOptions {
  source: Readable
  /** Size of the backup; undefined for a pipe. */
  bytes?: number
  databaseFile: string
  mediaDir: string
  /** The object store of the media, if they are not in `mediaDir`. */
  s3?: S3Settings | undefined
  /** Also restores a backup that was made with --keep-going. */
  keepGoing?: boolean
  /** In bytes of the backup. May throw to abort; the last call is before anything is replaced. */
  onProgress?: (done: number, total: number) => void
}
export interface RestoreReport {
  manifest: Manifest
  /** Folders with the previous archive; empty where there was none. */
  previousFolders: string[]
}

/** Spare bytes on the disk: the database grows while it is migrated. */
const SPARE_BYTES = 50_000_000

/**
 * Replaces the archive by that of a backup, after unpacking and verifying all of it; the previous one stays beside it.
 * @throws {ArchiveInUse} while anybody has the archive open. @throws {BackupRefused}; the archive is then unchanged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { source, bytes, databaseFile, mediaDir, s3, keepGoing = false, onProgress } = options
  for (const path of [databaseFile, mediaDir]) mkdirSync(dirname(path), { recursive: true })
  const lock = lockArchiveExclusively(databaseFile)
  const places = restorePaths(databaseFile, mediaDir, new Date())
  try {
    finishSwap(databaseFile)
    removeStaging(places)
    requireSameDisk(mediaDir)
    requireDiskSpace(dirname(mediaDir), bytes)
    let done = 0
    const unpacked = await unpack(source, places, (count) => onProgress?.((done += count), bytes ?? done))
    const manifest = verifyBackup(unpacked, places, keepGoing)
    mkdirSync(places.stagedMedia, { recursive: true })
    await prepareRestoredDatabase(places, manifest.made_at, readHighestIds(databaseFile))
    onProgress?.(done, bytes ?? done)
    const markBucket = s3 && (await restoreToBucket(s3, places))
    if (s3) removeStagedMedia(places)
    const previousFolders = swap(places)
    await markBucket?.()
    return { manifest, previousFolders }
  } finally {
    source.destroy()
    // An unfinished swap is completed by the next program that opens the archive.
    if (!isSwapPending(databaseFile)) removeStaging(places)
    lock.release()
  }
}

export function swapMedia(places: RestorePaths): string[] {
  const kept = existsSync(places.stagedMedia) && existsSync(places.media) ? [dirname(places.keptMedia)] : []
  swapArchive(places)
  return kept
}

function swap(places: RestorePaths): string[] {
  const previousFolders = [
    existsSync(places.database) && dirname(places.keptDatabase),
    existsSync(places.stagedMedia) && existsSync(places.media) && dirname(places.keptMedia),
  ]
  mergeWriteAheadLog(places.database)
  swapArchive(places)
  return [...new Set(previousFolders.filter((folder) => folder !== false))]
}

/** Merges the write-ahead log into the old database, so that it is one file. A database too damaged for that stays as it is. */
function mergeWriteAheadLog(database: string): void {
  if (!existsSync(database)) return
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(database)
    sqlite.exec('pragma journal_mode = delete')
  } catch {
    // Stays as it is, with its log.
  } finally {
    sqlite?.close()
  }
}

export function requireSameDisk(mediaDir: string): void {
  const there = statSync(mediaDir, { throwIfNoEntry: false })
  if (there && there.dev !== statSync(dirname(mediaDir)).dev) {
    throw new BackupRefused(
      `${mediaDir} is the root of a disk, so its pictures can't be swapped in one step. Set MEDIA_URL to a folder on that disk.`,
    )
  }
}

export function requireDiskSpace(folder: string, bytes = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = bytes + SPARE_BYTES
  if (bavail * bsize >= needed) return
  const megabytes = (value: number) => Math.ceil(value / 1e6).toLocaleString('en')
  throw new BackupRefused(
    `There is not enough room in ${folder}: ${megabytes(needed)} MB are needed, ${megabytes(bavail * bsize)} MB are free. The archive is unchanged.`,
  )
}
