import { createHash } from 'node:crypto'
import { readFile, readdir, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RELEASE, holdsWords, isHashed } from '#rules/site-routing.ts'
import type { Encoding } from '../http/encoding.ts'

/** A file of the site, ready to be sent. */
export interface SiteFile {
  body: Buffer
  encoding: Encoding
  /** Strong: of the bytes that are sent. */
  etag: string
}

export interface Release {
  /** Headers that go with every answer; the build recorded them. */
  headers: Record<string, string>
  /** The file at an address such as `/itemview/12/index.html`, in the asked encoding where the build kept it so. */
  file(address: string, encoding: Encoding): Promise<SiteFile | undefined>
}

/** Bytes of files that are kept in memory, and the largest file among them. */
const KEPT_BYTES = 32 * 1024 * 1024
const KEPT_FILE = 512 * 1024

const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

/** Opens the site's folder. `current()` is the release that visitors see now; a switch is noticed at the next call. */
export function openSiteFolder(siteFolder: string) {
  let opened: { name: string; release: Promise<Release> } | undefined
  return {
    async current(): Promise<Release | undefined> {
      const name = await readlink(join(siteFolder, 'current')).then(dirname, () => undefined)
      if (name === undefined) return undefined
      if (opened?.name !== name) opened = { name, release: openRelease(siteFolder, name) }
      return opened.release
    },
  }
}

async function openRelease(siteFolder: string, name: string): Promise<Release> {
  const folder = join(siteFolder, name)
  const headers = await readFile(join(folder, RELEASE.headers), 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => ({}),
  )
  const earlierWords = await readFile(join(folder, RELEASE.earlierWords), 'utf8').then(
    (text) => JSON.parse(text) as string[],
    () => [],
  )
  const kept = new Map<string, SiteFile>()
  let keptBytes = 0

  async function read(root: string, address: string, encoding: Encoding): Promise<SiteFile | undefined> {
    const body = await readFile(join(root, RELEASE.site, `${address}${ENDINGS[encoding]}`)).catch(() => undefined)
    if (!body) return undefined
    return { body, encoding, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
  }

  return {
    headers,
    async file(address, encoding) {
      const key = `${encoding} ${address}`
      const known = kept.get(key)
      if (known) return known
      const file =
        (encoding !== 'identity' && (await read(folder, address, encoding))) ||
        (await read(folder, address, 'identity')) ||
        (isHashed(address)
          ? await fromEarlier(siteFolder, address, holdsWords(address) ? earlierWords : undefined, read)
          : undefined)
      if (file && file.body.length <= KEPT_FILE) {
        keptBytes += file.body.length
        kept.set(key, file)
        for (const [oldest, { body }] of kept) {
          if (keptBytes <= KEPT_BYTES) break
          kept.delete(oldest)
          keptBytes -= body.length
        }
      }
      return file
    },
  }
}

/** A page that was opened before a switch still asks for the scripts and styles of its own release. `allowed` are the releases that may tell; all, where none are named. */
async function fromEarlier(
  siteFolder: string,
  address: string,
  allowed: readonly string[] | undefined,
  read: (root: string, address: string, encoding: Encoding) => Promise<SiteFile | undefined>,
): Promise<SiteFile | undefined> {
  const root = join(siteFolder, 'releases')
  for (const name of allowed ?? (await readdir(root).catch(() => []))) {
    const file = /^\d+$/.test(name) ? await read(join(root, name), address, 'identity') : undefined
    if (file) return file
  }
  return undefined
}
