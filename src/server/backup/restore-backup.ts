import { existsSync, mkdirSync, statSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { closeArchiveToOthers } from './archive-door.ts'
import { BackupRefused, type Manifest } from './format.ts'
import { proveBackup } from './prove.ts'
import { finishSwap, placesOf, removeStaging, swapArchive, swapUnderWay, type Places } from './swap.ts'
import { takeOver } from './take-over.ts'
import { unpack } from './unpack.ts'

export interface RestoreOptions {
  source: Readable
  /** Of the whole backup; undefined where nobody knows (a pipe). */
  bytes?: number
  databaseFile: string
  mediaDir: string
  /** Also restores a backup that was made though originals were missing or had changed. */
  keepGoing?: boolean
  /** Bytes of the backup. May throw, to end the restore; the last time is before anything is replaced. */
  onProgress?: (done: number, total: number) => void
}
export interface RestoreReport {
  manifest: Manifest
  /** Folders in which the archive from before lies; none where there was no archive. */
  kept: string[]
}

/** Room that is left over on the disk, in bytes: the database grows while it is migrated. */
const SPARE = 50_000_000

/**
 * Puts the archive of a backup in place of the one that is there, which is kept beside it. Everything is unpacked and proven first.
 * @throws {ArchiveInUse} while anybody has the archive open. @throws {BackupRefused}; the archive is then as it was.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { source, bytes, databaseFile, mediaDir, keepGoing = false, onProgress } = options
  for (const path of [databaseFile, mediaDir]) mkdirSync(dirname(path), { recursive: true })
  const lock = closeArchiveToOthers(databaseFile)
  const places = placesOf(databaseFile, mediaDir, new Date())
  try {
    finishSwap(databaseFile)
    removeStaging(places)
    refuseDiskOfItsOwn(mediaDir)
    refuseFullDisk(dirname(mediaDir), bytes)
    let done = 0
    const unpacked = await unpack(source, places, (count) => onProgress?.((done += count), bytes ?? done))
    const manifest = proveBackup(unpacked, places, keepGoing)
    mkdirSync(places.stagedMedia, { recursive: true })
    await takeOver(places.stagedDatabase, manifest.made_at)
    onProgress?.(done, bytes ?? done)
    return { manifest, kept: swap(places) }
  } finally {
    source.destroy()
    // A swap that could not be taken back is finished by the next program that opens the archive.
    if (!swapUnderWay(databaseFile)) removeStaging(places)
    lock.release()
  }
}

function swap(places: Places): string[] {
  const kept = [
    existsSync(places.database) && dirname(places.keptDatabase),
    existsSync(places.media) && dirname(places.keptMedia),
  ]
  foldLog(places.database)
  swapArchive(places)
  return [...new Set(kept.filter((folder) => folder !== false))]
}

/** Folds the write-ahead log into the old database, so that it is one file. One that is too damaged for that is kept with its log. */
function foldLog(database: string): void {
  if (!existsSync(database)) return
  try {
    const sqlite = new DatabaseSync(database)
    try {
      sqlite.exec('pragma journal_mode = delete')
    } finally {
      sqlite.close()
    }
  } catch {
    // Kept as it is.
  }
}

function refuseDiskOfItsOwn(mediaDir: string): void {
  const there = statSync(mediaDir, { throwIfNoEntry: false })
  if (there && there.dev !== statSync(dirname(mediaDir)).dev) {
    throw new BackupRefused(
      `${mediaDir} is a disk of its own, so the pictures in it cannot be swapped for those of the backup in one step. Let MEDIA_URL name a folder on it.`,
    )
  }
}

function refuseFullDisk(folder: string, bytes = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = bytes + SPARE
  if (bavail * bsize >= needed) return
  const megabytes = (value: number) => Math.ceil(value / 1e6).toLocaleString('en')
  throw new BackupRefused(
    `There is not enough room in ${folder}: ${megabytes(needed)} MB are needed, ${megabytes(bavail * bsize)} MB are free. The archive is as it was.`,
  )
}
