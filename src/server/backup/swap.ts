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

/** Where the parts of an archive lie, where the new ones wait, and where the old ones are kept. Absolute paths. */
export interface Places {
  database: string
  media: string
  stagedDatabase: string
  stagedMedia: string
  keptDatabase: string
  keptMedia: string
}

const STAGING = 'restore-unfinished'

/** New and old parts lie on the disk of the part itself, so that each is moved by a rename. `at` names the folder of the old ones. */
export function placesOf(database: string, media: string, at: Date): Places {
  const kept = `before-restore-${at.toISOString().slice(0, 19).replaceAll(':', '-')}`
  const beside = (path: string, folder: string) => join(dirname(path), folder, basename(path))
  return {
    database,
    media,
    stagedDatabase: beside(database, STAGING),
    stagedMedia: beside(media, STAGING),
    keptDatabase: beside(database, kept),
    keptMedia: beside(media, kept),
  }
}

/** Removes what a restore unpacked. */
export function removeStaging({ stagedDatabase, stagedMedia }: Places): void {
  for (const path of [stagedDatabase, stagedMedia]) rmSync(dirname(path), { recursive: true, force: true })
}

/** While this file is there, the archive is being swapped: what waits in the staging folder is whole and proven. */
const markerOf = (database: string) => `${database}-restore`
export const swapUnderWay = (database: string): boolean => existsSync(markerOf(database))

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Puts the staged archive in place of the old one, which is kept. From the moment that its marker is on disk a crash is finished by
 * `finishSwap`; a step that fails is taken back, with those before it.
 */
export function swapArchive(places: Places): void {
  const marker = markerOf(places.database)
  const folder = dirname(places.database)
  // Relative, so that a folder that was moved meanwhile (another mount point) is no obstacle.
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

/** Finishes what a crash cut off, whichever step it was. Returns the folder in which the old archive is kept. */
export function finishSwap(database: string): string | undefined {
  if (!swapUnderWay(database)) return undefined
  const paths = JSON.parse(readFileSync(markerOf(database), 'utf8')) as Places
  const found = Object.entries(paths).map(([name, path]) => [name, resolve(dirname(database), path as string)])
  const places = Object.fromEntries(found) as Places
  swapArchive(places)
  return dirname(places.keptDatabase)
}

function rename(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

/**
 * The renames that are still to be done, judged by what is there. As long as a new part waits, what lies in its place is old. The
 * write-ahead log goes with its database, and before the new one comes: SQLite would take it for the new one's.
 */
function* steps(places: Places): Generator<[from: string, to: string]> {
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
