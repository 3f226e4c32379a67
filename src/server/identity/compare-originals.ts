import type { DatabaseSync } from 'node:sqlite'
import type { MediaStore } from '../storage/media-store.ts'
import { ORIGINAL_FOLDERS, UNFINISHED } from '../storage/keys.ts'
import { namedOriginals } from './compare-identities.ts'

/** Keys of originals that only one of the two has. */
interface OriginalsDifference {
  onlyMedia: string[]
  onlyDatabase: string[]
}

/** Compares the originals in the media folder with those that the database names. Without a database: everything in the media folder. */
export async function compareOriginals(
  sqlite: DatabaseSync | undefined,
  media: MediaStore,
): Promise<OriginalsDifference> {
  const missing = sqlite ? namedOriginals(sqlite) : new Set<string>()
  const onlyMedia: string[] = []
  for (const folder of ORIGINAL_FOLDERS) {
    for await (const { key } of media.list(folder)) {
      if (!missing.delete(key) && !key.endsWith(UNFINISHED)) onlyMedia.push(key)
    }
  }
  return { onlyMedia: onlyMedia.sort(), onlyDatabase: [...missing].sort() }
}
