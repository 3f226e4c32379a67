import type { DatabaseSync } from 'node:sqlite'
import { originalRows } from '../backup/copy-database.ts'
import { ORIGINAL_FOLDERS, UNFINISHED } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { MediaIdentity } from '../storage/identity-file.ts'

/** The identity in a database, read before anything in it is changed. */
interface DatabaseIdentity {
  archive: string
  /** 0 where the archive is from before there were generations. */
  generation: number
}

/** Undefined where the file holds no archive (an empty file). */
export function readDatabaseIdentity(sqlite: DatabaseSync): DatabaseIdentity | undefined {
  const columns = sqlite.prepare(`select name from pragma_table_info('archive_state')`).all()
  if (columns.length === 0) return undefined
  const generation = columns.some(({ name }) => name === 'generation') ? 'generation' : '0 as generation'
  const row = sqlite.prepare(`select archive, ${generation} from archive_state`).get()
  return row && { archive: String(row['archive']), generation: Number(row['generation']) }
}

export type IdentityStatus = 'fits' | 'unmarked' | 'other archive' | 'database older' | 'media older'

/** Whether database and media belong together. After a crash in the middle of a new generation they do: see `pending` (generation.ts). */
export function compareIdentities(database: DatabaseIdentity, media: MediaIdentity | undefined): IdentityStatus {
  if (!media) return 'unmarked'
  if (media.archive !== database.archive) return 'other archive'
  if (database.generation === media.generation || database.generation === media.pending) return 'fits'
  return database.generation < media.generation ? 'database older' : 'media older'
}

/** Changes whenever an original is added, however many others are removed. */
export function originalsFingerprint(sqlite: DatabaseSync): string {
  const row = sqlite
    .prepare(
      `select (select count(*) from original) as pictures, (select max(rowid) from original) as last,
        (select group_concat(source_key) from (select source_key from overlay order by layer)) as maps`,
    )
    .get()
  return JSON.stringify(row)
}

/** The keys of originals that only the media folder or only the database has. Without a database: everything in the media folder. */
export async function compareOriginals(sqlite: DatabaseSync | undefined, media: MediaStore) {
  const isArchive = sqlite?.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'original'`).get()
  const missing = new Set(sqlite && isArchive ? originalRows(sqlite).map(({ path }) => path) : [])
  const onlyMedia: string[] = []
  for (const folder of ORIGINAL_FOLDERS) {
    for await (const { key } of media.list(folder)) {
      if (!missing.delete(key) && !key.endsWith(UNFINISHED)) onlyMedia.push(key)
    }
  }
  return { onlyMedia: onlyMedia.sort(), onlyDatabase: [...missing].sort() }
}
