import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isLivePage, isRecordFile } from '#rules/addresses/site-routing.ts'
import { parseMediaPath } from '#rules/media/read-address.ts'
import { mediaPath } from '#rules/media/site-media.ts'
import type { Archive } from '#snapshot/archive.ts'
import { codeVersion } from '../code-version.ts'
import { listFiles } from '../files/link-unchanged.ts'
import { mediaFiles, overlayTiles, type ReadApi, type SiteMedia } from '../media/site-media-files.ts'
import { copiedPicture, copyAddress, digitsFor, isPacked, packOf, partsOf, type CopyShape } from './addresses.ts'
import { CopyRefused } from './copy-errors.ts'
import type { FolderWriter, WriteOptions } from './folder-writer.ts'
import { bundleScript, rewritePage, rewriteStyles, wrapModule } from './rewrite-page.ts'

export interface CopyOptions {
  /** The folder of a finished site. */
  site: string
  archive: Archive
  /** The address of the living site, without a trailing slash. */
  live: string
  /** Day of the site, as people read it: "26 November 2026". */
  day: string
  folder: FolderWriter
  /** With the tiles of old maps and aerial imagery. */
  maps: boolean
  /** With pictures of at most 1280 pixels. */
  small: boolean
  readApi: ReadApi
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
/** Written last, with what it was made from as its version: with the same version, all of the copy is there. */
const RUNTIME = 'copy.js'

/** Of the site, what a copy has no use for: other hosts', search engines' and live pages. Search has one script of Pagefind. */
const isLeftOut = (file: string) =>
  /\.(?:gz|br)$|^(?:404\.html|_headers|_redirects|robots\.txt|feed\.xml|anniversaries\.xml|sitemap)|^(?:iiif|map|dump)\/|\/(?:oembed|place)\.json$/.test(
    file,
  ) ||
  isLivePage(`/${file.replace(/index\.html$/, '')}`) ||
  /^pagefind\/(?!pagefind\.js$)[^/]*\.(?:js|css)$/.test(file)

const SCRIPT = /^_astro\/.*\.(?:js|css)$/

/** Writes the public site as a folder that opens from a disk. @throws {CopyRefused} where something of it could not work there. */
export async function makeCopy(options: CopyOptions): Promise<CopyReport> {
  const { site, archive, live, day, folder, maps, small } = options
  const files = listFiles(site).filter((file) => !isLeftOut(file))
  const tiles = [...overlayTiles(archive.meta.overlays)]
  const media = new Map([...mediaFiles(archive), ...tiles].map((file) => [file.path, file]))
  const code = codeVersion()
  const made = files.map((file) => [file, statSync(join(site, file)).mtimeMs])
  const from = [code, live, day, maps, small, made, [...media.values()].map(({ path, version }) => [path, version])]
  const version = hash('sha256', JSON.stringify(from))
  if (await folder.keepAll(RUNTIME, version)) return { missing: [] }
  const digits = digitsFor(files.filter((file) => isRecordFile(`/${file}`)).length)
  const shape: CopyShape = { live, digits }
  const read = (file: string) => readFile(join(site, file))
  const written = new Set<string>()
  const write = async (file: string, content: string | Uint8Array) => {
    written.add(file)
    await folder.write(file, content)
  }

  const referenced = new Map<string, string>()
  /** Scripts and styles that public pages load, by their names in pages and in each other. */
  const reached = new Set<string>()
  const scripts = new Map(files.filter((file) => SCRIPT.test(file)).map((file) => [basename(file), file]))
  const reach = (text: string) => {
    for (const [name] of text.matchAll(/[\w.-]+\.(?:js|css)\b/g)) if (scripts.has(name)) reached.add(scripts.get(name)!)
  }
  /** Files of the site by those of the copy. */
  const pages = new Map<string, string>()
  const writePage = async (file: string) => {
    const copied = copyAddress(`/${file.replace(/index\.html$/, '')}`, shape)
    pages.set(copied, file)
    const html = (await read(file)).toString()
    // Quicker than to look at every word of every page.
    for (const [named] of html.matchAll(/\/_astro\/[\w.-]+|\sdata-(?:script|modules)="[^"]*"/g)) reach(named)
    const page = rewritePage(html, copied, { shape, day }, (reference) => referenced.set(reference, file))
    await write(copied, page)
  }
  await Readable.from(files.filter((file) => file.endsWith('.html'))).forEach(writePage, { concurrency: AT_ONCE })
  for (const file of reached) if (file.endsWith('.js')) reach((await read(file)).toString())

  const packs = new Map<string, Record<string, string>>()
  for (const file of files) {
    if (file.endsWith('.html') || (SCRIPT.test(file) && !reached.has(file))) continue
    const content = await read(file)
    if (file.endsWith('.js') && !file.startsWith('data/')) {
      written.add(file)
      const made = { version: `${code} ${hash('sha256', content)}` }
      await folder.write(file, () => wrapModule(`/${file}`, content.toString()), made)
    } else if (file.endsWith('.css')) await write(file, rewriteStyles(content.toString(), file))
    else if (isPacked(`/${file}`)) {
      const name = packOf(`/${file}`, shape)
      const text = file.endsWith('.json') ? content.toString() : packed(content)
      packs.set(name, Object.assign(packs.get(name) ?? {}, { [`/${file}`]: text }))
    } else await write(file, content)
  }
  for (const [name, content] of packs) await write(name, packText(content))
  // Tiles that pages show as pictures are files, too.
  const pictures = [...media.values()].filter(({ path }) => isCopied(path) || referenced.has(path))
  const tilePacks = Map.groupBy(maps ? tiles : [], ({ path }) => packOf(`/${path}`, shape))
  const missing = await writeMedia(options, pictures, tilePacks)
  written.add(RUNTIME)
  const dead = [...referenced].filter(([reference]) => {
    const { path } = partsOf(reference)
    return !media.has(path) && !written.has(path)
  })
  const anchored = [...referenced].filter(([reference]) => partsOf(reference).hash.length > 1)
  for (const [page, references] of Map.groupBy(anchored, ([reference]) => partsOf(reference).path)) {
    if (!pages.has(page)) continue
    const html = (await read(pages.get(page)!)).toString()
    const ids = new Set(Array.from(html.matchAll(/\s(?:id|name)="([^"]+)"/g), ([, id]) => id))
    dead.push(...references.filter(([reference]) => !isThere(ids, partsOf(reference).hash.slice(1))))
  }
  if (dead.length > 0) {
    const some = dead.slice(0, 5).map(([reference, page]) => `${reference} (in ${page})`)
    throw new CopyRefused(`Pages name ${dead.length} files that the site does not have: ${some.join(', ')}`)
  }
  const runtime = fileURLToPath(new URL('runtime/copy.ts', import.meta.url))
  const script = await bundleScript({ input: runtime }, { format: 'iife' })
  await folder.write(RUNTIME, script, { version: missing.length > 0 ? undefined : version })
  return { missing }
}
/** An anchor is written as it is, or encoded. */
const isThere = (ids: ReadonlySet<string | undefined>, anchor: string) =>
  ids.has(anchor) || [...ids].some((id) => encodeURIComponent(id!) === anchor || encodeURI(id!) === anchor)

/** Whether a file of the site's pictures is one of the copy's. */
function isCopied(path: string): boolean {
  const file = parseMediaPath(`/${path}`)
  return file !== undefined && mediaPath(copiedPicture(file)) === `/${path}`
}

/** Writes pictures, and the tiles of maps. Returns what could not be read. */
async function writeMedia(
  { folder, small, readApi, onProgress = () => {} }: CopyOptions,
  pictures: readonly SiteMedia[],
  packs: ReadonlyMap<string, SiteMedia[]>,
): Promise<string[]> {
  const missing: string[] = []
  const read = async ({ path, address }: SiteMedia) => {
    const { kind, id, width } = parseMediaPath(`/${path}`) ?? {}
    const inSmall = `/api/${kind === 'scan' ? 'scan/image' : 'people/images'}/${id}/?width=${WIDEST}&format=jpeg`
    return await readApi(small && id && !width ? inSmall : address).catch(() => void missing.push(path))
  }
  const readPack = async (tiles: readonly SiteMedia[], options: WriteOptions) => {
    const found: Record<string, string> = {}
    for (const tile of tiles) {
      const content = await read(tile)
      if (content instanceof Uint8Array) found[`/${tile.path}`] = packed(content)
      else delete options.version
    }
    return packText(found)
  }
  const all = [...pictures.map((file) => [file.path, [file]] as const), ...packs]
  let done = 0
  const write = async ([path, files]: readonly [string, readonly SiteMedia[]]) => {
    const options: WriteOptions = { version: `${files[0]!.version}${small ? ' small' : ''}` }
    await folder.write(path, () => (packs.has(path) ? readPack(files, options) : read(files[0]!)), options)
    onProgress((done += 1), all.length)
  }
  await Readable.from(all).forEach(write, { concurrency: AT_ONCE })
  return missing.sort()
}

const packed = (content: Uint8Array) => `!${Buffer.from(content).toString('base64')}`
const packText = (files: Record<string, string>) => `__files(${JSON.stringify(files)})`
