import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FILE_FORMATS } from '#contract/file.ts'
import { openBucket } from '#s3/bucket.ts'
import type { SendOptions } from '#s3/send.ts'
import type { S3Settings } from '#s3/settings.ts'
import { cachingOf, CROSS_ORIGIN, isCrossOrigin } from '#rules/addresses/site-routing.ts'
import { FILES_AT_ONCE, uploadEach, type Content, type DeployFile, type DeployTarget } from './target.ts'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ...{ csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' },
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  ...{ jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' },
  ...{ woff2: 'font/woff2', vtt: 'text/vtt; charset=utf-8' },
  ...Object.fromEntries(Object.values(FILE_FORMATS).map(([, type, ending]) => [ending, type])),
}
const FEED = 'application/atom+xml; charset=utf-8'

/** The headers that a store sends with a file: the same as our own server's. */
const fileHeaders = ({ path, gzipped }: Pick<DeployFile, 'path' | 'gzipped'>): Record<string, string> => ({
  'content-type': path === 'feed.xml' ? FEED : (TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream'),
  'cache-control': cachingOf(`/${path}`),
  ...(isCrossOrigin(`/${path}`) && { [CROSS_ORIGIN.header]: CROSS_ORIGIN.value }),
  ...(gzipped && { 'content-encoding': 'gzip' }),
})

/** A bucket that serves a site, by itself or behind a CDN. */
export function createBucketTarget(settings: S3Settings, options?: SendOptions): DeployTarget {
  const bucket = openBucket(settings, options)
  const put = (file: Pick<DeployFile, 'path' | 'gzipped'>, content: Uint8Array) =>
    bucket.put(file.path, content, { headers: fileHeaders(file) })
  return {
    name: bucket.address,
    compressesInPlace: true,
    isForeign: async () => !(await bucket.list('', { pageSize: 1 }).next()).done,
    read: (path) => bucket.read(path),
    write: (path, content) => put({ path, gzipped: false }, content),
    async upload(files, onUploaded) {
      const folder = await mkdtemp(join(tmpdir(), 'lotline-bucket-'))
      const putOrSend = async (file: DeployFile, content: Content) => {
        if (content instanceof Uint8Array) return void (await put(file, content))
        // The store verifies parts that can be sent again: they come from a file.
        const path = join(folder, randomUUID())
        await writeFile(path, content)
        await bucket.putFile(file.path, path, fileHeaders(file))
        await rm(path)
      }
      try {
        await uploadEach(putOrSend)(files, onUploaded)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    remove: (paths) =>
      Readable.from(paths).forEach((path: string) => bucket.deleteObject(path), { concurrency: FILES_AT_ONCE }),
  }
}
