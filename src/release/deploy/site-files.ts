import { hash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Edition } from '#client/edition.ts'
import type { ScanLink } from '#contract/scan.ts'
import { isLivePage } from '#rules/addresses/site-routing.ts'
import { IMAGE_SERVICES } from '#rules/media/iiif-addresses.ts'
import { fullSize, imageInformation, serviceSize } from '#rules/media/iiif-image.ts'
import { STATIC_SERVICES } from '#rules/media/site-media.ts'
import type { Archive } from '#snapshot/archive.ts'
import { oldPages } from '../files/redirects.ts'
import { listFiles } from '../files/link-unchanged.ts'
import { mediaFiles, overlayTiles, type ReadApi } from '../media/site-media-files.ts'
import { type DeployFile, FILES_AT_ONCE, readIfThere } from './target.ts'

/**
 * A page of our own server's site for a host of files. Of its large pictures WebP is left, and for browsers without it one JPEG: with AVIF and every JPEG there
 * would be twice as many files, and a first deployment would take three times as long.
 */
export const staticPage = (html: string, edition: Edition): string =>
  html
    .replace('<html ', `<html data-edition="${edition}" `)
    .replaceAll(/<source type="image\/avif"[^>]*>/g, '')
    .replaceAll(
      /<img src="\/media\/[^"]*" srcset="([^" ]*\.jpg\?[^" ]*) \d+w(?:, ([^" ]*) \d+w)?[^"]*"/gi,
      (_, first, second) => `<img src="${second ?? first}"`,
    )

/** A sitemap, or `_redirects`, without the lines of pages that are not there. */
export const withoutLivePages = (text: string): string =>
  text
    .split('\n')
    .filter((line) => {
      const [, address] = /^<url><loc>https?:\/\/[^/]*([^<]*)|\s(\/\S*) 200$/.exec(line)?.filter(Boolean) ?? []
      return address === undefined || !isLivePage(address)
    })
    .join('\n')

/** A manifest of our own server's site for a host without an API: image services are files of the site, and nothing refers to a record's data. */
function staticManifest(json: string, { archive, site, edition }: StaticHost): string {
  const services = `${archive.meta.apiBase || site}${IMAGE_SERVICES}`
  const { seeAlso: _, service, ...manifest } = JSON.parse(json.replaceAll(services, `${site}${STATIC_SERVICES}`))
  return JSON.stringify({ ...manifest, ...(edition === 'whole' && service && { service }) })
}

/** The image information of such a service (Image API 3 §5): level 0 with its largest JPEG. Undefined for a scan of another kind of server. */
function staticInformation({ id, width, height, version }: ScanLink, site: string) {
  if (!width || !height || !version) return undefined
  const size = serviceSize({ width, height })
  const largest = fullSize({ width, height }, size)
  const service = `${STATIC_SERVICES}${id}/${version}`
  const { tiles: _, ...information } = imageInformation(`${site}${service}`, size, largest)
  const document = { ...information, sizes: [largest] }
  return { path: `${service.slice(1)}/info.json`, content: Buffer.from(JSON.stringify(document)) }
}

const PREVIEW = '<meta property="og:image" content="'
const LONGEST_ADDRESS = 1000
/** The link preview that a page names. It is looked for in bytes: a match in its text would keep all of the text in memory. */
function previewOf(page: Buffer | undefined): readonly string[] {
  const at = page?.indexOf(PREVIEW) ?? -1
  if (at < 0) return []
  const address = page!.toString('utf8', at + PREVIEW.length, at + LONGEST_ADDRESS)
  return /(?<=^https?:\/\/[^/"]+)\/media\/page\/[^"]+/.exec(address) ?? []
}
const shaOf = (content: Uint8Array) => hash('sha256', content).slice(0, 32)
const COMPRESS: Record<string, (content: Uint8Array) => Promise<Buffer>> = {
  gz: promisify(gzip),
  br: promisify(brotliCompress),
}

/** How the site is on a host of its own. Undefined: as our server has it. */
export interface StaticHost {
  edition: Exclude<Edition, 'copy'>
  archive: Archive
  /** The address of the site, without a trailing slash. */
  site: string
  readApi: ReadApi
  /** What could not be read is left out, and named. */
  onMissing(path: string, why: unknown): void
}

/** The files of a built site. With `compressInPlace` each file that has a gzip copy is that copy, and copies are no files of their own. */
export async function readSiteFiles(site: string, compressInPlace: boolean, host?: StaticHost): Promise<DeployFile[]> {
  const names = listFiles(site)
  const all = new Set(names)
  const files: DeployFile[] = []
  /** Copies that differ with their original have its hash, which is made once. */
  const hashes = new Map<string, Promise<string | undefined>>()
  const previews: string[] = []

  async function addFile(path: string): Promise<void> {
    const copy = /^(.+)\.(br|gz)$/.exec(path)
    const [, original, ending] = copy && all.has(copy[1]!) ? copy : [path, path]
    if (compressInPlace && ending) return
    if (host?.edition === 'alone' && isLivePage(`/${original!.replace(/index\.html$/, '')}`)) return
    const change = host && changeOf(original!, host)
    const gzipped = compressInPlace && all.has(`${path}.gz`)
    const source = join(site, change ? original! : gzipped ? `${path}.gz` : path)
    const hashOf = (found: Buffer) => (change ? `${shaOf(found)} ${host.edition}` : shaOf(found))
    const read = async () => {
      const found = await readIfThere(source)
      if (!found || !change) return found && { content: found, hash: hashOf(found) }
      const changed = Buffer.from(change(found.toString()))
      const compress = COMPRESS[gzipped ? 'gz' : (ending ?? '')]
      return { content: compress ? await compress(changed) : changed, hash: hashOf(found) }
    }
    const readHash = async () => {
      const found = await readIfThere(source)
      if (change) previews.push(...previewOf(found))
      return found && hashOf(found)
    }
    const made = hashes.get(source) ?? readHash()
    hashes.set(source, made)
    const hash = await made
    if (hash) files.push({ path, gzipped, hash, read })
  }
  await Readable.from(names).forEach(addFile, { concurrency: FILES_AT_ONCE })
  if (host) for (const file of filesOfApi(host, all, previews)) files.push(file)
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** What makes a file of our own server's site one of a static host. */
function changeOf(path: string, host: StaticHost): ((text: string) => string) | undefined {
  const { edition, archive } = host
  if (path.endsWith('.html')) return (html) => staticPage(html, edition)
  if (edition === 'alone' && /^(?:_redirects|sitemap[\w-]*\.xml)$/.test(path)) return withoutLivePages
  if (!path.startsWith('iiif/') || !path.endsWith('.json') || archive.meta.pictures !== '') return undefined
  return (json) => staticManifest(json, host)
}

/** Pictures and tiles, which our own server sends from the media store. Only what is uploaded is read. GitHub Pages leaves out `_astro` without `.nojekyll`. */
function* filesOfApi(host: StaticHost, names: ReadonlySet<string>, previews: readonly string[]): Generator<DeployFile> {
  const { archive, site, readApi, onMissing } = host
  const fileOf = (path: string, version: string, make: () => ReturnType<ReadApi>): DeployFile => ({
    path,
    gzipped: false,
    hash: version,
    async read() {
      const content = await make().catch((problem: unknown) => void onMissing(path, problem))
      return content && { content, hash: version }
    },
  })
  yield fileOf('.nojekyll', 'empty', () => Promise.resolve(new Uint8Array()))
  for (const [path, page] of oldPages(archive, site, names))
    yield fileOf(path, shaOf(Buffer.from(page)), () => Promise.resolve(Buffer.from(page)))
  for (const address of archive.meta.pictures === '' ? previews : [])
    yield fileOf(address.slice(1).split('?')[0]!, address.split('?v=')[1]!, () => readApi(address))
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
