import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { FILE_FORMATS } from '#contract/file.ts'
import { cachingOf, CROSS_ORIGIN, isCrossOrigin } from '#rules/addresses/site-routing.ts'
import { openBucket } from '#s3/bucket.ts'
import type { SendOptions } from '#s3/send.ts'
import { readS3Settings, type S3Settings, S3SettingsError, type S3Variables } from '#s3/settings.ts'
import { createRsyncTarget } from './rsync-target.ts'
import {
  type Content,
  type DeployFile,
  DeployRefused,
  type DeployTarget,
  FILES_AT_ONCE,
  readIfThere,
  uploadEach,
} from './target.ts'

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
  'content-type': /^(?:feed|anniversaries)\.xml$/.test(path)
    ? FEED
    : (TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream'),
  'cache-control': cachingOf(`/${path}`),
  ...(isCrossOrigin(`/${path}`) && { [CROSS_ORIGIN.header]: CROSS_ORIGIN.value }),
  ...(gzipped && { 'content-encoding': 'gzip' }),
})

/** A bucket that serves a site, by itself or behind a CDN. */
function createBucketTarget(settings: S3Settings, options?: SendOptions): DeployTarget {
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

/** A folder, such as that of a web server or a mounted disk. */
function createFolderTarget(folder: string): DeployTarget {
  const pathOf = (path: string) => {
    const found = resolve(folder, path)
    if (!found.startsWith(folder + sep)) throw new Error(`${path} is outside of ${folder}.`)
    return found
  }
  async function place(path: string, content: Content, flush: boolean): Promise<void> {
    const target = pathOf(path)
    await mkdir(dirname(target), { recursive: true })
    const temporary = `${target}.${randomUUID()}.part`
    try {
      await writeFile(temporary, content, { flush })
      await rename(temporary, target)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  return {
    name: folder,
    compressesInPlace: false,
    // The folder of a version control system is not a site.
    isForeign: async () => (await readdir(folder).catch(() => [])).some((name) => !name.startsWith('.git')),
    read: (path) => readIfThere(pathOf(path)),
    write: (path, content) => place(path, content, true),
    upload: uploadEach(({ path }, content) => place(path, content, false)),
    async remove(paths) {
      for (const path of paths) {
        await rm(pathOf(path), { force: true })
        // Folders that are not empty stay.
        for (let up = dirname(path); up !== '.'; up = dirname(up)) await rmdir(pathOf(up)).catch(() => undefined)
      }
    },
  }
}

/**
 * `s3://bucket/folder`, `rsync://host/module/folder`, `rsync:user@host:/folder` (by ssh), or a folder.
 * @param site the local site. @throws {DeployRefused}
 */
export function openDeployTarget(
  address: string,
  site: string,
  variables: S3Variables,
  options?: SendOptions,
): DeployTarget {
  if (address.startsWith('s3:')) {
    try {
      return createBucketTarget(readS3Settings('--deploy', address, variables), options)
    } catch (error) {
      throw error instanceof S3SettingsError ? new DeployRefused(error.message) : error
    }
  }
  if (address.startsWith('rsync:')) {
    const destination = address.startsWith('rsync://') ? address : address.slice('rsync:'.length)
    // rsync would take it for an option.
    if (destination === '' || destination.startsWith('-')) throw new DeployRefused(UNKNOWN(address))
    return createRsyncTarget(destination)
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(address) || address === '') throw new DeployRefused(UNKNOWN(address))
  const folder = resolve(address)
  const overlaps = [folder, site].some((one) =>
    [folder, site].every((other) => `${other}${sep}`.startsWith(`${one}${sep}`)),
  )
  if (overlaps)
    throw new DeployRefused(`${folder} holds the built site itself, or lies in it. Deploy to another folder.`)
  return createFolderTarget(folder)
}

const UNKNOWN = (address: string) =>
  `I can't deploy to "${address}". Name a folder, s3://BUCKET, s3://BUCKET/FOLDER, rsync://HOST/MODULE/ or rsync:USER@HOST:/FOLDER/.`
