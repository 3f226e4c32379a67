import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { isLivePage } from '#rules/addresses/site-routing.ts'
import type { Edition } from '#client/edition.ts'
import { listFiles } from '../files/link-unchanged.ts'
import { mediaFiles, overlayTiles } from '../media/site-media-files.ts'
import type { Archive } from '#snapshot/archive.ts'
import { FILES_AT_ONCE, type DeployFile } from './target.ts'
import { staticInformation, staticManifest, staticPage, withoutLivePages } from './static-files.ts'

const shaOf = (content: Uint8Array) => hash('sha256', content).slice(0, 32)
const COMPRESS = { gz: promisify(gzip), br: promisify(brotliCompress) } as const
type Compression = keyof typeof COMPRESS

/** Undefined where the file is missing: an update may remove it meanwhile. */
async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** How the site is on a host of its own. Undefined: as our server has it. */
export interface StaticHost {
  edition: Exclude<Edition, 'copy'>
  archive: Archive
  /** The address of the site, without a trailing slash. */
  site: string
  /** Bytes of an address of the API; undefined where it is not public any more. @throws if it does not answer. */
  readApi(address: string): Promise<Uint8Array | undefined>
  /** What could not be read is left out, and named. */
  onMissing(path: string, why: unknown): void
}

/** The files of a built site. With `compressInPlace` each file that has a gzip copy is that copy, and copies are no files of their own. */
export async function readSiteFiles(site: string, compressInPlace: boolean, host?: StaticHost): Promise<DeployFile[]> {
  const names = listFiles(site)
  const all = new Set(names)
  const copied = (name: string) => /^(.+)\.(br|gz)$/.exec(name)
  const isCopy = (name: string) => all.has(copied(name)?.[1] ?? '')
  const files: DeployFile[] = []
  /** Of files whose copies differ with them, read once. */
  const originals = new Map<string, Promise<string | undefined>>()
  const hashOfOriginal = (path: string) => {
    const known = originals.get(path) ?? readIfThere(join(site, path)).then((content) => content && shaOf(content))
    originals.set(path, known)
    return known
  }

  async function addFile(path: string): Promise<void> {
    if (compressInPlace && isCopy(path)) return
    const [, original = path, ending] = (isCopy(path) && copied(path)) || []
    if (host?.edition === 'alone' && isLivePage(`/${original.replace(/index\.html$/, '')}`)) return
    const change = host && changeOf(original, host)
    const gzipped = compressInPlace && all.has(`${path}.gz`)
    if (!change) {
      const source = join(site, gzipped ? `${path}.gz` : path)
      const read = async () => {
        const content = await readIfThere(source)
        return content && { content, hash: shaOf(content) }
      }
      const found = await read()
      if (found) files.push({ path, source, gzipped, hash: found.hash, read })
      return
    }
    const compression = (gzipped ? 'gz' : ending) as Compression | undefined
    const hashOf = (sha: string) => `${sha} ${host.edition}`
    const read = async () => {
      const found = await readIfThere(join(site, original))
      const changed = found && Buffer.from(change(found.toString()))
      const content = changed && compression ? await COMPRESS[compression](changed) : changed
      return content && { content, hash: hashOf(shaOf(found!)) }
    }
    const sha = await hashOfOriginal(original)
    if (sha) files.push({ path, gzipped, hash: hashOf(sha), read })
  }
  await Readable.from(names).forEach(addFile, { concurrency: FILES_AT_ONCE })
  if (host) for (const file of filesOfApi(host)) files.push(file)
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** What makes a file of our own server's site one of a static host. */
function changeOf(path: string, { edition, site, archive }: StaticHost): ((text: string) => string) | undefined {
  if (path.endsWith('.html')) return (html) => staticPage(html, edition)
  if (edition === 'alone' && /^(?:_redirects|sitemap[\w-]*\.xml)$/.test(path)) return withoutLivePages
  if (!path.startsWith('iiif/') || !path.endsWith('.json') || archive.meta.pictures !== '') return undefined
  return (json) => staticManifest(json, { api: archive.meta.apiBase || site, site })
}

/** Pictures and tiles, which our own server sends from the media store. Only what is uploaded is read. GitHub Pages leaves out `_astro` without `.nojekyll`. */
function* filesOfApi({ archive, site, readApi, onMissing }: StaticHost): Generator<DeployFile> {
  const fileOf = (path: string, version: string, make: () => Promise<Uint8Array | undefined>): DeployFile => ({
    path,
    gzipped: false,
    hash: version,
    async read() {
      try {
        const content = await make()
        return content && { content, hash: version }
      } catch (problem) {
        onMissing(path, problem)
        return undefined
      }
    },
  })
  yield fileOf('.nojekyll', 'empty', () => Promise.resolve(new Uint8Array()))
  for (const { path, version, address } of mediaFiles(archive)) yield fileOf(path, version, () => readApi(address))
  if (archive.meta.pictures === '')
    for (const { item_scans } of archive.lists.items)
      for (const scan of item_scans) {
        const document = staticInformation(scan, site)
        if (document) yield fileOf(document.path, scan.version, () => Promise.resolve(document.content))
      }
  for (const { path, version, address } of overlayTiles(archive.meta.overlays))
    yield fileOf(path, version, () => readApi(address))
}
