import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { openBucket } from '#s3/bucket.ts'
import type { SendOptions } from '#s3/send.ts'
import type { S3Settings } from '#s3/settings.ts'
import { fileHeaders } from './file-headers.ts'
import { FILES_AT_ONCE, type DeployFile, type DeployTarget } from './target.ts'

/** A bucket that serves a site, by itself or behind a CDN. */
export function createBucketTarget(settings: S3Settings, options?: SendOptions): DeployTarget {
  const bucket = openBucket(settings, options)
  return {
    name: bucket.address,
    compressesInPlace: true,
    isForeign: async () => !(await bucket.list('', { pageSize: 1 }).next()).done,
    read: (path) => bucket.read(path),
    async write(path, content) {
      await bucket.put(path, content, { headers: fileHeaders({ path, gzipped: false }) })
    },
    upload: (files, onUploaded) =>
      Readable.from(files).forEach(
        async (file: DeployFile) => {
          const content = await readFile(file.source).catch((error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOENT') return undefined
            throw error
          })
          if (!content) return
          await bucket.put(file.path, content, { headers: fileHeaders(file) })
          onUploaded({ ...file, hash: hash('sha256', content).slice(0, 32) })
        },
        { concurrency: FILES_AT_ONCE },
      ),
    remove: (paths) =>
      Readable.from(paths).forEach((path: string) => bucket.deleteObject(path), { concurrency: FILES_AT_ONCE }),
  }
}
