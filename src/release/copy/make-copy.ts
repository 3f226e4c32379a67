import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { isLivePage, RECORDS_FOLDER } from '#rules/addresses/site-routing.ts'
import { parseMediaPath } from '#rules/media/read-address.ts'
import { mediaPath } from '#rules/media/site-media.ts'
import type { Archive } from '#snapshot/archive.ts'
import { codeVersion } from '../code-version.ts'
import { listFiles } from '../files/link-unchanged.ts'
import { mediaFiles, overlayTiles, type SiteMedia } from '../media/site-media-files.ts'
import { copiedPicture, digitsFor, isPacked, packOf, partsOf, type CopyShape } from './addresses.ts'
import { CopyRefused } from './copy-errors.ts'
import type { FolderWriter } from './folder-writer.ts'
import { rewritePage, rewriteStyles } from './rewrite-page.ts'
import { wrapModule } from './wrap-module.ts'

export interface CopyOptions {
  /** The folder of a finished site. */
  site: string
  archive: Archive
  /** The address of the living site, without a trailing slash. */
  live: string
  /** Day of the copy, as people read it: "26 November 2026". */
  day: string
  folder: FolderWriter
  /** With the tiles of old maps and aerial imagery. */
  maps: boolean
  /** With pictures of at most 1280 pixels. */
  small: boolean
  /** Bytes of an address of the API; undefined where it is not public any more. @throws where it can't be read. */
  readApi(address: string): Promise<Uint8Array | undefined>
  onProgress?: (done: number, of: number) => void
}
export interface CopyReport {
  /** Pictures and tiles that could not be read. */
  missing: string[]
}

/** Pictures read at once: the API makes sizes that are missing. */
const AT_ONCE = 6
/** Of a small copy, in pixels. */
const WIDEST = 1280

/** Of the site, what a copy has no use for: other hosts', search engines' and live pages. Search has one script of Pagefind. */
const isLeftOut = (file: string) =>
  /\.(?:gz|br)$|^(?:404\.html|_headers|_redirects|robots\.txt|feed\.xml|sitemap)|^(?:iiif|map|dump)\/|\/oembed\.json$/.test(
    file,
  ) ||
  isLivePage(`/${file.replace(/index\.html$/, '')}`) ||
  /^pagefind\/(?!pagefind\.js$)[^/]*\.(?:js|css)$/.test(file)

/** Writes the public site as a folder that opens from a disk. @throws {CopyRefused} where something of it could not work there. */
export async function makeCopy(options: CopyOptions): Promise<CopyReport> {
  const { site, archive, live, day, folder } = options
  const files = listFiles(site).filter((file) => !isLeftOut(file))
  const shape: CopyShape = {
    live,
    digits: digitsFor(files.filter((file) => file.startsWith(RECORDS_FOLDER)).length),
  }
  const read = (file: string) => readFile(join(site, file))
  const written = new Set<string>()
  const write = async (file: string, content: string | Uint8Array) => {
    written.add(file)
    await folder.write(file, content)
  }

  const code = codeVersion()
  const referenced = new Map<string, string>()
  const reached = new Reached(files.filter((file) => /^_astro\/.*\.(?:js|css)$/.test(file)))
  for (const file of files.filter((each) => each.endsWith('.html'))) {
    const html = (await read(file)).toString()
    // Quicker than to look at every word of every page.
    for (const [named] of html.matchAll(/\/_astro\/[\w.-]+|\sdata-(?:script|modules)="[^"]*"/g)) reached.addFrom(named)
    const page = rewritePage(html, file, { shape, day }, (reference) => referenced.set(reference, file))
    await write(file, page)
  }
  await reached.follow(async (file) => (await read(file)).toString())

  const packs = new Map<string, Record<string, string>>()
  const pack = (path: string, content: string | Uint8Array) => {
    const name = packOf(path, shape)
    const text = typeof content === 'string' ? content : packed(content)
    packs.set(name, { ...packs.get(name), [path]: text })
  }
  for (const file of files) {
    if (file.endsWith('.html')) continue
    const isModule = file.endsWith('.js') && !file.startsWith('data/')
    if (file.startsWith('_astro/') && /\.(?:js|css)$/.test(file) && !reached.has(file)) continue
    if (isModule) {
      const source = await read(file)
      written.add(file)
      await folder.write(file, () => wrapModule(`/${file}`, source.toString()), {
        version: `${code} ${hash('sha256', source)}`,
      })
    } else if (file.endsWith('.css')) await write(file, rewriteStyles((await read(file)).toString(), file))
    else if (isPacked(`/${file}`))
      pack(`/${file}`, /\.json$/.test(file) ? (await read(file)).toString() : await read(file))
    else await write(file, await read(file))
  }
  await write('copy.js', await bundleRuntime())

  for (const [name, content] of packs) await write(name, packText(content))
  const missing = await writeMedia(options, shape, referenced)
  const media = new Set([...mediaFiles(archive), ...overlayTiles(archive.meta.overlays)].map(({ path }) => path))
  const dead = [...referenced].filter(([reference]) => {
    const { path } = partsOf(reference)
    return !media.has(path) && !written.has(path)
  })
  const anchored = [...referenced].filter(([reference]) => partsOf(reference).hash.length > 1)
  for (const [page, references] of Map.groupBy(anchored, ([reference]) => partsOf(reference).path)) {
    if (!written.has(page) || !page.endsWith('.html')) continue
    const html = (await read(page)).toString()
    const ids = new Set(Array.from(html.matchAll(/\s(?:id|name)="([^"]+)"/g), ([, id]) => id))
    dead.push(...references.filter(([reference]) => !isThere(ids, partsOf(reference).hash.slice(1))))
  }
  if (dead.length > 0) {
    const some = dead.slice(0, 5).map(([reference, page]) => `${reference} (in ${page})`)
    throw new CopyRefused(`Pages name ${dead.length} files that the site does not have: ${some.join(', ')}`)
  }
  return { missing }
}
/** An anchor is written as it is, or encoded. */
const isThere = (ids: ReadonlySet<string | undefined>, anchor: string) =>
  ids.has(anchor) || [...ids].some((id) => encodeURIComponent(id!) === anchor || encodeURI(id!) === anchor)

/** Scripts and styles that public pages load, by their names in pages and in each other. */
class Reached {
  readonly #all: ReadonlyMap<string, string>
  readonly #found = new Set<string>()
  constructor(files: readonly string[]) {
    this.#all = new Map(files.map((file) => [file.slice(file.lastIndexOf('/') + 1), file]))
  }
  addFrom(text: string): void {
    for (const [name] of text.matchAll(/[\w.-]+\.(?:js|css)\b/g)) {
      const file = this.#all.get(name)
      if (file) this.#found.add(file)
    }
  }
  async follow(read: (file: string) => Promise<string>): Promise<void> {
    for (const file of this.#found) if (file.endsWith('.js')) this.addFrom(await read(file))
  }
  has(file: string): boolean {
    return this.#found.has(file)
  }
}

/** Whether a file of the site's pictures is one of the copy's. */
function isCopied(path: string): boolean {
  const file = parseMediaPath(`/${path}`)
  return file !== undefined && mediaPath(copiedPicture(file)) === `/${path}`
}

/** Writes pictures, and the tiles of maps. Returns what could not be read. */
async function writeMedia(
  { archive, folder, maps, small, readApi, onProgress = () => {} }: CopyOptions,
  shape: CopyShape,
  referenced: ReadonlyMap<string, string>,
): Promise<string[]> {
  const missing: string[] = []
  const tiles = [...overlayTiles(archive.meta.overlays)]
  // Tiles that pages show as pictures are files, too.
  const files = [...mediaFiles(archive), ...tiles].filter(({ path }) => isCopied(path) || referenced.has(path))
  const packs = Map.groupBy(maps ? tiles : [], ({ path }) => packOf(`/${path}`, shape))
  const total = files.length + packs.size
  let done = 0

  const read = async ({ path, address }: SiteMedia) => {
    const { kind, id, width } = parseMediaPath(`/${path}`) ?? {}
    const inSmall = `/api/${kind === 'scan' ? 'scan/image' : 'people/images'}/${id}/?width=${WIDEST}&format=jpeg`
    return await readApi(small && id && !width ? inSmall : address).catch(() => void missing.push(path))
  }
  const writeFile = async (file: SiteMedia) => {
    const make = async () => (await read(file)) ?? Promise.reject(new NotThere())
    await folder
      .write(file.path, make, { version: `${file.version}${small ? ' small' : ''}` })
      .catch((error: unknown) => {
        if (!(error instanceof NotThere)) throw error
      })
    onProgress((done += 1), total)
  }
  const writePack = async ([name, tiles]: [string, SiteMedia[]]) => {
    const make = async () => {
      const found: [string, string][] = []
      for (const tile of tiles) {
        const content = await read(tile)
        if (content) found.push([`/${tile.path}`, packed(content)])
      }
      return packText(Object.fromEntries(found))
    }
    await folder.write(name, make, { version: tiles[0]!.version })
    onProgress((done += 1), total)
  }
  await Readable.from(files).forEach(writeFile, { concurrency: AT_ONCE })
  await Readable.from(packs).forEach(writePack, { concurrency: AT_ONCE })
  return missing.sort()
}
class NotThere extends Error {}

const packed = (content: Uint8Array) => `!${Buffer.from(content).toString('base64')}`
const packText = (files: Record<string, string>) => `__files(${JSON.stringify(files)})`

/** The script that runs first in every page. */
async function bundleRuntime(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('runtime/copy.ts', import.meta.url)),
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}
