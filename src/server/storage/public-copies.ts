import { openBucket, type Bucket } from '#s3/bucket.ts'
import type { S3Settings } from '#s3/settings.ts'
import { removeNonOriginalObject } from './removal.ts'

/** Folder of a bucket that everyone may read: copies of derivatives that are published now. All the rest of the bucket is private. */
const FOLDER = 'public'

/** Browsers keep a copy, whose address changes with the picture; a CDN asks again every hour whether it is still there. */
const CACHING = 'public, max-age=31536000, s-maxage=3600, immutable'

/** Copies of published derivatives, for a store or CDN that sends them at an address of its own (MEDIA_PUBLIC_URL). */
export function createPublicCopies(bucket: Bucket, address: string) {
  const keyOf = (path: string) => `${FOLDER}/${path}`
  return {
    /**
     * The address of a copy at `path`, made from a derivative where it is missing; undefined where it may not be public any more.
     * @param isPublic asked again after the copy is made: it may have been withdrawn meanwhile.
     */
    async addressOf(
      path: string,
      { key, contentType, isPublic }: { key: string; contentType: string; isPublic: () => Promise<boolean> },
    ): Promise<string | undefined> {
      const copy = keyOf(path)
      if (!(await bucket.head(copy))) {
        const headers = { 'content-type': contentType, 'cache-control': CACHING }
        if (!(await bucket.copy(key, copy, headers))) return undefined
        if (!(await isPublic())) {
          await removeNonOriginalObject(bucket, copy)
          return undefined
        }
      }
      return `${address}/${path}`
    },
    /** Removes copies below `start` that are not in an allowed folder. Returns how many. */
    async keepOnly(start: string, allowed: ReadonlySet<string>): Promise<number> {
      let removed = 0
      for await (const { key } of bucket.list(keyOf(start))) {
        const folder = key.slice(FOLDER.length + 1, key.lastIndexOf('/'))
        if (allowed.has(folder)) continue
        await removeNonOriginalObject(bucket, key)
        removed += 1
      }
      return removed
    },
  }
}
export type PublicCopies = ReturnType<typeof createPublicCopies>

/** Undefined unless a public address is configured. */
export const openPublicCopies = ({
  s3,
  mediaPublicUrl,
}: {
  s3: S3Settings | undefined
  mediaPublicUrl: string | undefined
}): PublicCopies | undefined =>
  s3 && mediaPublicUrl !== undefined ? createPublicCopies(openBucket(s3), mediaPublicUrl) : undefined
