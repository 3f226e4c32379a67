import type { ArchiveDatabase } from '../database/open.ts'
import { ORIGINAL_FOLDERS, UNFINISHED, originalKey } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { MediaIdentity } from '../storage/identity-file.ts'

/** The generation of a database and of media that an archive is being moved to: nothing opens them before the move has finished. */
export const MOVING = -1

/** The identity in a database, read before anything in it is changed. */
interface DatabaseIdentity {
  archive: string
  /** 0 where the archive is from before there were generations. */
  generation: number
}

/** Undefined where there is no archive in the database (an empty file). */
export async function readDatabaseIdentity(db: ArchiveDatabase): Promise<DatabaseIdentity | undefined> {
  if (!(await db.engine.hasTable('archive_state'))) return undefined
  const generation = (await db.engine.hasTable('setting')) ? 'generation' : '0'
  const [row] = await db.prepareRead(`select archive, ${generation} from archive_state`).all([])
  return row && { archive: String(row[0]), generation: Number(row[1]) }
}

export type IdentityStatus = 'fits' | 'moving' | 'unmarked' | 'other archive' | 'database older' | 'media older'

/** Whether database and media belong together. After a crash in the middle of a new generation they do: see `pending` (generation.ts). */
export function compareIdentities(database: DatabaseIdentity, media: MediaIdentity | undefined): IdentityStatus {
  if (database.generation === MOVING || media?.generation === MOVING) return 'moving'
  if (!media) return 'unmarked'
  if (media.archive !== database.archive) return 'other archive'
  if (database.generation === media.generation || database.generation === media.pending) return 'fits'
  return database.generation < media.generation ? 'database older' : 'media older'
}

/** Changes whenever an original is added, however many others are removed. */
export async function originalsFingerprint(db: ArchiveDatabase): Promise<string> {
  const statement = db.prepareRead(
    `select (select count(*) from original) as pictures, (select max(rowid) from original) as last,
      (select group_concat(source_key, ' ') from (select source_key from overlay order by layer) as maps) as maps`,
  )
  return JSON.stringify(await statement.all([]))
}

async function keysInDatabase(db: ArchiveDatabase): Promise<string[]> {
  const read = async (table: string, columns: string) =>
    (await db.engine.hasTable(table)) ? await db.prepareRead(`select ${columns} from ${table}`).all([]) : []
  const pictures = await read('original', 'sha256, format')
  const maps = await read('overlay', 'source_key')
  return [
    ...pictures.map(([sha256, format]) => originalKey(String(sha256), String(format))),
    ...maps.flat().map(String),
  ]
}

/** The keys of originals that only the media folder or only the database has. Without a database: everything in the media folder. */
export async function compareOriginals(db: ArchiveDatabase | undefined, media: MediaStore) {
  const missing = new Set(db ? await keysInDatabase(db) : [])
  const onlyMedia: string[] = []
  for (const folder of ORIGINAL_FOLDERS) {
    for await (const { key } of media.list(folder)) {
      if (!missing.delete(key) && !key.endsWith(UNFINISHED)) onlyMedia.push(key)
    }
  }
  return { onlyMedia: onlyMedia.sort(), onlyDatabase: [...missing].sort() }
}
