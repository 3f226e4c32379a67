import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import {
  INCOMING,
  MAP_TILES_FOLDER,
  ORIGINAL_FOLDERS,
  RECORDINGS,
  UNFINISHED,
  isOriginal,
  mapTilesKey,
  OVERLAY_FOLDER,
  originalKey,
} from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { derivativeFolder } from '../storage/picture-keys.ts'

/** Milliseconds: younger files may belong to an upload or import whose rows aren't written yet. */
export const GRACE = 60 * 60_000

/** Files that records reference: keys of originals, old maps and their tiles, folders of derivatives. */
export interface MediaInUse {
  originals: Set<string>
  overlays: Set<string>
  folders: Set<string>
  mapTiles: Set<string>
}

export async function mediaInUse(db: Db): Promise<MediaInUse> {
  const originals = await db.selectFrom('original').select(['sha256', 'format']).execute()
  const overlays = await db.selectFrom('overlay').select(['source_key', 'version']).execute()
  const scans = await db.selectFrom('scan').select('version').distinct().execute()
  const people = await db.selectFrom('person_image').select('version').distinct().execute()
  return {
    originals: new Set(originals.map(({ sha256, format }) => originalKey(sha256, format))),
    overlays: new Set(overlays.map(({ source_key }) => source_key)),
    mapTiles: new Set(overlays.map(({ version }) => mapTilesKey(version))),
    folders: new Set([...scans, ...people].map(({ version }) => derivativeFolder(version))),
  }
}

/** The folder of a key. */
export const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'))

/** Files that nothing references, older than `grace` milliseconds. */
export interface Orphans {
  /** Keys of originals, which only move to the trash. */
  originals: string[]
  /** Keys of files that can be made again or were never finished. */
  derived: string[]
  /** Number of originals in the store, and of files altogether. */
  originalsKept: number
  files: number
}

/** Scans the whole media store. Undefined when stopped. */
export async function findOrphans(
  db: Db,
  media: MediaStore,
  { grace = GRACE, stopped = () => false }: { grace?: number; stopped?: () => boolean } = {},
): Promise<Orphans | undefined> {
  const { originals, overlays, folders, mapTiles } = await mediaInUse(db)
  const named = {
    originals: (key: string) => originals.has(key),
    [OVERLAY_FOLDER]: (key: string) => overlays.has(key),
    derivatives: (key: string) => folders.has(folderOf(key)) && !key.endsWith(UNFINISHED),
    ...(media.shared && { [MAP_TILES_FOLDER]: (key: string) => mapTiles.has(key) }),
    // Recordings have days.
    [INCOMING]: (key: string) => key.startsWith(`${INCOMING}/${RECORDINGS}/`),
  }
  const found: Orphans = { originals: [], derived: [], originalsKept: 0, files: 0 }
  for (const [root, isNamed] of Object.entries(named)) {
    for await (const { key, modified } of media.list(root)) {
      if (stopped()) return undefined
      found.files += 1
      const original = isOriginal(key)
      if (original) found.originalsKept += 1
      if (!isNamed(key) && modified < Date.now() - grace) found[original ? 'originals' : 'derived'].push(key)
    }
  }
  return found
}

/** How many originals one sweep may move to the trash without a person. */
const MAX_MOVED = 20

/**
 * How many originals a sweep may move: up to 20, up to 1 %, one in a collection of under 200, none where the database names no original. More than
 * that means that the database doesn't belong to these pictures.
 */
export const orphanLimit = ({ originals, originalsKept }: Orphans): number =>
  originals.length === originalsKept ? 0 : Math.min(MAX_MOVED, Math.max(1, Math.floor(originalsKept / 100)))

/**
 * Moves an unreferenced original to the trash. The write transaction excludes uploads: one before it has written its row, one after it finds the
 * file missing. False where the file stays.
 */
export async function trashOrphan(
  db: ArchiveDatabase,
  media: MediaStore,
  key: string,
  { grace = 0, why }: { grace?: number; why: string },
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    if (await isReferenced(trx, key)) return false
    const entry = await media.entry(key)
    if (!entry || entry.modified > Date.now() - grace) return false
    return (await media.moveToTrash(key, { why })) !== undefined
  })
}

/** Undoes the `putFile` of failed work, unless another row names the file by now (media-store.ts). */
export const undoPutIfOrphaned = (db: ArchiveDatabase, media: MediaStore, key: string, source: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (!(await isReferenced(trx, key)))
      await media.undoPut(key, source, { why: 'The import or upload that added it failed.' })
  })

async function isReferenced(db: Db, key: string): Promise<boolean> {
  if (!ORIGINAL_FOLDERS.some((folder) => key.startsWith(`${folder}/`))) return false
  const map = await db.selectFrom('overlay').select('layer').where('source_key', '=', key).executeTakeFirst()
  if (map) return true
  const sha256 = /^originals\/..\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1]
  if (sha256 === undefined) return false
  const rows = await db.selectFrom('original').select(['sha256', 'format']).where('sha256', '=', sha256).execute()
  return rows.some(({ format }) => originalKey(sha256, format) === key)
}
