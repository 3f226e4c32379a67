import { parseMediaPath } from '#rules/media/read-address.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { isLivePage, isRecordFile } from '#rules/addresses/site-routing.ts'
import { MEDIA_FOLDER, mediaPath, type MediaFile } from '#rules/media/site-media.ts'

/** What both the maker of a copy and the script in its pages know of it. */
export interface CopyShape {
  /** The address of the living site, without a trailing slash. */
  live: string
  /** Hexadecimal digits of a search fragment's name that name its pack. */
  digits: number
}

/** Widths of which there is a WebP, in pixels. */
const SIZES: ReadonlySet<MediaFile['width']> = new Set(IMAGE_WIDTHS.slice(0, 3))
/** Zoom levels below a pack of tiles: it holds a square of 8 by 8. */
const TILES = 3

/** `path`, `?query` and `#hash` of an address. */
export function partsOf(address: string): { path: string; query: string; hash: string } {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  return { path, query, hash }
}

/** The picture that a copy has for one that pages name: a small one as WebP, for any other the largest JPEG, which is kept for downloads in any case. */
export const copiedPicture = ({ kind, id, width }: MediaFile): MediaFile =>
  SIZES.has(width) ? { kind, id, width, format: 'webp' } : { kind, id, format: 'jpeg' }

/** The address of a page or file of the site as a file of its copy, relative to the copy's root. Absolute at the living site where a copy has none. */
export function copyAddress(address: string, shape: CopyShape): string {
  const { path, query, hash } = partsOf(address)
  const picture = parseMediaPath(path)
  if (picture) return mediaPath(copiedPicture(picture)).slice(1)
  if (path === '/map/') return `index.html${query}${hash}`
  if (isLivePage(path) || /^\/(?:api|auth|iiif|dump)\/|^\/(?:feed|anniversaries)\.xml$/.test(path))
    return shape.live + address
  // A file's own query only got it past a cache.
  if (path.endsWith('/')) return `${inThousands(path.slice(1))}index.html${query}${hash}`
  return path.slice(1) + hash
}

/** Records of a kind lie in folders of a thousand: some disks have room for few in one. No address of the site has a dot there. */
const inThousands = (path: string): string =>
  path.replace(/^([\w-]+)\/(\d+)\//, (_, kind, id) => `${kind}/${Math.floor(Number(id) / 1000)}.000/${id}/`)

/** The page of the site that a file of its copy is; undefined for other files. `file` may have a query and a hash. */
export function pageOfFile(file: string): string | undefined {
  const { path, query, hash } = partsOf(file)
  return /(?:^|\/)index\.html$/.test(path)
    ? `/${path.slice(0, -'index.html'.length).replace(/^([\w-]+)\/\d+\.000\//, '$1/')}${query}${hash}`
    : undefined
}

/** True for files that a copy has inside scripts: a page from a disk may load scripts, but read no files. */
export const isPacked = (path: string): boolean =>
  /^\/data\/.*\.json$|^\/pagefind\/|^\/media\/tiles\//.test(path) && path !== '/pagefind/pagefind.js'

/** The script that holds such a file: small ones share one. */
export function packOf(path: string, { digits }: Pick<CopyShape, 'digits'>): string {
  const [, zone] = /^\/data\/zones\/(\d+)\.json$/.exec(path) ?? []
  if (zone) return `data/zones-${Math.floor(Number(zone) / 100)}.js`
  const [, layer, z, x, y] = /^\/media\/tiles\/(\d+)\/(\d+)\/(\d+)\/(\d+)\.webp$/.exec(path) ?? []
  if (layer) {
    const level = Math.max(0, Number(z) - TILES)
    const [column, row] = [x, y].map((at) => Math.floor(Number(at) / 2 ** (Number(z) - level)))
    return `${MEDIA_FOLDER.slice(1)}tiles/${layer}/${level}-${column}-${row}.js`
  }
  const [, folder, fragment] = isRecordFile(path) ? (/^\/(.*\/)[^/]*_([0-9a-f]+)\.[^/]*$/.exec(path) ?? []) : []
  if (fragment) return `${folder}${fragment.slice(0, digits)}.js`
  return `${path.slice(1)}.js`
}

/** Digits that leave about a hundred fragments to a pack. */
export const digitsFor = (fragments: number): number => Math.max(1, Math.ceil(Math.log(fragments / 200) / Math.log(16)))
