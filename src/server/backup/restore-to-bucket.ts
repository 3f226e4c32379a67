import { join } from 'node:path'
import type { S3Settings } from '#s3/settings.ts'
import type { RestorePaths } from '../database/restore-swap.ts'
import { createFolderStore } from '../storage/folder-store.ts'
import { readMediaIdentity } from '../storage/identity-file.ts'
import { ORIGINAL_FOLDERS } from '../storage/keys.ts'
import { writeIdentity } from '../storage/media-identity.ts'
import { inParallel } from '../limits/concurrency.ts'
import { openMediaStore } from '../storage/open-media-store.ts'
import { sha256Of } from '../storage/removal.ts'

/** Files at once, each with 16 MiB of it in memory. */
const AT_ONCE = 8

/**
 * Uploads the verified originals of a backup that the bucket lacks. What is there stays; an original that has changed goes to the trash. Returns what
 * marks the bucket as that of the restored database: to be called once that is in place. After a crash in between, restore once more.
 */
export async function restoreToBucket(s3: S3Settings, { media: mediaDir, stagedMedia }: RestorePaths) {
  const store = openMediaStore({ mediaDir, s3 })
  const staged = createFolderStore(stagedMedia)
  for (const folder of ORIGINAL_FOLDERS) {
    await inParallel(staged.list(folder), AT_ONCE, async ({ key, bytes }) => {
      const path = join(stagedMedia, key)
      const there = await store.size(key)
      if (there === bytes && (await store.sha256(key)) === (await sha256Of(path))) return
      if (there !== undefined) await store.moveToTrash(key, { why: 'It was damaged; a restore replaced it.' })
      await store.putFile(key, path)
    })
  }
  const identity = readMediaIdentity(stagedMedia)!
  return () => writeIdentity({ mediaDir, s3 }, identity)
}
