import type { Kysely } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import type { MediaStore } from '../media/media-store.ts'
import { OVERLAY_FOLDER, sha256OfKey } from '../raster/version.ts'
import { originalKey } from './originals.ts'
import { derivativeFolder } from './version.ts'

/** Milliseconds: what is younger may belong to an upload or an import whose rows are still to be written. */
export const GRACE = 60 * 60_000

/** Where uploads lie until they are kept. */
export const INCOMING = 'incoming'

/** What records name in the media store: keys of originals, of old maps, folders of derivatives. */
export interface MediaInUse {
  originals: Set<string>
  overlays: Set<string>
  folders: Set<string>
}

export async function mediaInUse(db: Kysely<Tables>): Promise<MediaInUse> {
  const originals = await db.selectFrom('original').select(['sha256', 'format']).execute()
  const overlays = await db.selectFrom('overlay').select('source_key').execute()
  const scans = await db.selectFrom('scan').select('version').distinct().execute()
  const people = await db.selectFrom('person_image').select('version').distinct().execute()
  return {
    originals: new Set(originals.map(({ sha256, format }) => originalKey(sha256, format))),
    overlays: new Set(overlays.map(({ source_key }) => source_key)),
    folders: new Set([...scans, ...people].map(({ version }) => derivativeFolder(version))),
  }
}

/** The folder that a key lies in. */
export const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'))

/** Every file of the media store that nothing names and that is older than `grace` milliseconds. `seen` counts all files. */
export async function* strays(
  db: Kysely<Tables>,
  media: MediaStore,
  { grace = GRACE, onFile }: { grace?: number; onFile?: () => void } = {},
): AsyncGenerator<string> {
  const { originals, overlays, folders } = await mediaInUse(db)
  const named = {
    originals: (key: string) => originals.has(key),
    [OVERLAY_FOLDER]: (key: string) => overlays.has(key),
    derivatives: (key: string) => folders.has(folderOf(key)) && !key.endsWith('.part'),
    [INCOMING]: () => false,
  }
  for (const [root, isNamed] of Object.entries(named)) {
    for await (const { key, modified } of media.list(root)) {
      onFile?.()
      if (!isNamed(key) && modified < Date.now() - grace) yield key
    }
  }
}

/**
 * Removes a file that nothing names. Of an original this is asked once more while nobody else can write, so that no upload loses the file that it
 * found there: its own transaction comes before this one, and has a row, or after it, and misses the file. False where it stays.
 */
export async function removeStray(
  db: ArchiveDatabase,
  media: MediaStore,
  key: string,
  { grace = 0 }: { grace?: number } = {},
): Promise<boolean> {
  if (sha256OfKey(key) !== undefined) return await removeStrayMap(db, media, key, grace)
  const sha256 = /^originals\/..\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1]
  if (sha256 === undefined) {
    await media.remove(key)
    return true
  }
  return await inTransaction(db, async (trx) => {
    const rows = await trx.selectFrom('original').select(['sha256', 'format']).where('sha256', '=', sha256).execute()
    if (rows.some(({ format }) => originalKey(sha256, format) === key)) return false
    return await removeOld(media, key, grace)
  })
}

/** The original of an old map, asked for in the same way. */
const removeStrayMap = (db: ArchiveDatabase, media: MediaStore, key: string, grace: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const row = await trx.selectFrom('overlay').select('layer').where('source_key', '=', key).executeTakeFirst()
    return row ? false : await removeOld(media, key, grace)
  })

async function removeOld(media: MediaStore, key: string, grace: number): Promise<boolean> {
  const entry = await media.entry(key)
  if (!entry || entry.modified > Date.now() - grace) return false
  await media.remove(key)
  return true
}
