import { openBucket, type Bucket } from '#s3/bucket.ts'
import type { S3Settings } from '#s3/settings.ts'
import { browserAddress } from '#s3/signed-address.ts'
import { removeNonOriginalObject } from './removal.ts'

/** Folder of a bucket that everyone may read: copies of pictures that are published now. All the rest of the bucket is private. */
const FOLDER = 'public'

/** Browsers keep a copy, whose address changes with the picture; a CDN asks again every hour whether it is still there. */
const CACHING = 'public, max-age=31536000, s-maxage=3600, immutable'

/** What a copy is made from: an object of the bucket, or bytes (a tile; undefined where there is none). */
type CopySource = { key: string } | { read: () => Promise<Uint8Array | undefined> }

interface Copied {
  from: CopySource
  contentType: string
  /** Asked again after the copy is made: it may have been withdrawn meanwhile. */
  isPublic: () => Promise<boolean>
}

/** Copies of published pictures, for a store or CDN that sends them at an address of its own (MEDIA_PUBLIC_URL). */
function createPublicCopies(bucket: Bucket, address: string) {
  const keyOf = (path: string) => `${FOLDER}/${path}`
  const forBrowsers = browserAddress(bucket.settings, address)

  async function copy(from: CopySource, to: string, headers: Record<string, string>): Promise<boolean> {
    if ('key' in from) return await bucket.copy(from.key, to, headers)
    const bytes = await from.read()
    return bytes !== undefined && (await bucket.put(to, bytes, { headers }))
  }

  return {
    /** The address of a copy at `path`, made where it is missing; undefined where it may not be public any more, or can't be made. */
    async addressOf(path: string, { from, contentType, isPublic }: Copied): Promise<string | undefined> {
      const key = keyOf(path)
      if (!(await bucket.head(key))) {
        if (!(await copy(from, key, { 'content-type': contentType, 'cache-control': CACHING }))) return undefined
        if (!(await isPublic())) {
          await removeNonOriginalObject(bucket, key)
          return undefined
        }
      }
      return `${address}/${path}`
    },
    /** The address of a private object for some minutes; undefined where browsers may not reach the store. */
    async signedAddress(key: string): Promise<string | undefined> {
      return forBrowsers && (await bucket.signedAddress(key, forBrowsers))
    },
    /** Removes copies below `start` that are not in an allowed folder. Returns their addresses. */
    async keepOnly(start: string, allowed: ReadonlySet<string>): Promise<string[]> {
      const removed: string[] = []
      for await (const { key } of bucket.list(keyOf(start))) {
        const path = key.slice(FOLDER.length + 1)
        if (allowed.has(path.slice(0, path.lastIndexOf('/')))) continue
        await removeNonOriginalObject(bucket, key)
        removed.push(`${address}/${path}`)
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
