import { openBucket } from '#s3/bucket.ts'
import type { S3Settings } from '#s3/settings.ts'
import {
  IDENTITY_FILE,
  identityText,
  parseIdentity,
  readMediaIdentity,
  writeMediaIdentity,
  type MediaIdentity,
} from './identity-file.ts'
import type { MediaLocation } from './open-media-store.ts'

/** The identity is written within a transaction of the database: a store that is away holds it up for some seconds only. */
const PATIENCE = { attempts: 3, timeout: 5_000 }
const bucketOf = (s3: S3Settings) => openBucket(s3, PATIENCE)

/** Which archive the originals belong to, in a folder or a bucket; undefined where nothing says so. */
export async function readIdentity({ mediaDir, s3 }: MediaLocation): Promise<MediaIdentity | undefined> {
  if (!s3) return readMediaIdentity(mediaDir)
  const bytes = await bucketOf(s3).read(IDENTITY_FILE)
  return bytes && parseIdentity(bytes.toString())
}

/** Replaces it atomically and durably. */
export async function writeIdentity({ mediaDir, s3 }: MediaLocation, identity: MediaIdentity): Promise<void> {
  if (!s3) return await writeMediaIdentity(mediaDir, identity)
  const headers = { 'content-type': 'application/json' }
  await bucketOf(s3).put(IDENTITY_FILE, Buffer.from(identityText(identity)), { headers })
}
