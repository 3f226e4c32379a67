import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** Absolute paths of the parts of an archive: in use, staged, and kept from before. */
export interface RestorePaths {
  database: string
  media: string
  stagedDatabase: string
  stagedMedia: string
  keptDatabase: string
  keptMedia: string
}

const STAGING = 'restore-unfinished'

/** Old and new parts are on the same disk as the part itself, so that each move is a rename. `at` names the folder of the old ones. */
export function restorePaths(database: string, media: string, at: Date): RestorePaths {
  const beside = (path: string, folder: string) => join(dirname(path), folder, basename(path))
  const named = `before-restore-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`
  // A second restore within the same second needs another folder.
  const isTaken = (folder: string) => [database, media].some((path) => existsSync(dirname(beside(path, folder))))
  let keptFolder = named
  for (let count = 2; isTaken(keptFolder); count += 1) keptFolder = `${named}-${count}`
  return {
    database,
    media,
    stagedDatabase: beside(database, STAGING),
    stagedMedia: beside(media, STAGING),
    keptDatabase: beside(database, keptFolder),
    keptMedia: beside(media, keptFolder),
  }
}

/** Removes what a restore unpacked. */
export function removeStaging({ stagedDatabase, stagedMedia }: RestorePaths): void {
  for (const path of [stagedDatabase, stagedMedia]) rmSync(dirname(path), { recursive: true, force: true })
}

/** Only its pictures, once they are in a bucket. */
export const removeStagedMedia = ({ stagedMedia }: RestorePaths): void =>
  rmSync(stagedMedia, { recursive: true, force: true })

/** While this file exists the archive is being swapped: the staged parts are complete and verified. */
const markerOf = (database: string) => `${database}-restore`
export const isSwapPending = (database: string): boolean => existsSync(markerOf(database))

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Replaces the archive with the staged one and keeps the old one. Once the marker is on disk, `finishSwap` completes it after a crash; failed steps are rolled back. */
export function swapArchive(places: RestorePaths): void {
  const marker = markerOf(places.database)
  const folder = dirname(places.database)
  // Relative, so that the folder can be moved or mounted elsewhere.
  const paths = Object.entries(places).map(([name, path]) => [name, relative(folder, path)])
  writeFileSync(`${marker}.part`, JSON.stringify(Object.fromEntries(paths)))
  flush(`${marker}.part`)
  renameSync(`${marker}.part`, marker)
  flush(folder)
  const done: [from: string, to: string][] = []
  try {
    for (const step of steps(places)) {
      rename(...step)
      done.push(step)
    }
  } catch (error) {
    for (const [from, to] of done.reverse()) renameSync(to, from)
    rmSync(marker)
    throw error
  }
  for (const path of [places.database, places.media]) flush(dirname(path))
  rmSync(marker)
  flush(folder)
  removeStaging(places)
}

/** Completes an interrupted swap, whichever step it was. Returns the folder with the old archive. */
export function finishSwap(database: string): string | undefined {
  if (!isSwapPending(database)) return undefined
  const paths = JSON.parse(readFileSync(markerOf(database), 'utf8')) as RestorePaths
  const found = Object.entries(paths).map(([name, path]) => [name, resolve(dirname(database), path as string)])
  const places = Object.fromEntries(found) as RestorePaths
  swapArchive(places)
  return dirname(places.keptDatabase)
}

function rename(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

/**
 * The renames that remain, derived from what exists: as long as a new part is staged, its place holds the old one. The write-ahead log
 * moves with its database and before the new one arrives, or SQLite would apply it to that.
 */
function* steps(places: RestorePaths): Generator<[from: string, to: string]> {
  const { database, media, stagedDatabase, stagedMedia, keptDatabase, keptMedia } = places
  if (existsSync(stagedMedia)) {
    if (existsSync(media)) yield [media, keptMedia]
    yield [stagedMedia, media]
  }
  if (existsSync(stagedDatabase)) {
    for (const end of ['', '-wal', '-shm', '-journal']) {
      if (existsSync(database + end)) yield [database + end, keptDatabase + end]
    }
    yield [stagedDatabase, database]
  }
}
