import { fileFormat, type FileLink } from '#contract/file.ts'
import type { ImageFormat } from '#contract/scan.ts'

/** Pictures and tiles as files of the site: our server answers them from the media store, every other host has them as files. */
export const MEDIA_FOLDER = '/media/'
export type MediaKind = 'scan' | 'person'

/** One file of a picture: a stored width in pixels, or the largest JPEG (no width). */
export interface MediaFile {
  kind: MediaKind
  id: number
  width?: number | undefined
  format: ImageFormat
}

/** Pictures in a folder at most, as FAT32 wants it. */
const SHARD = 100
/** `/media/scan/4/410-640.webp`, `/media/scan/4/410.jpg`. */
export const mediaPath = ({ kind, id, width, format }: MediaFile): string =>
  `${MEDIA_FOLDER}${kind}/${Math.floor(id / SHARD)}/${id}${width ? `-${width}` : ''}.${format === 'jpeg' ? 'jpg' : format}`

/** `/media/file/12/0a1b….mp3`: a document or a recording, as visitors get it. */
export const fileAddress = ({ id, version, format }: Pick<FileLink, 'id' | 'version' | 'format'>): string =>
  `${MEDIA_FOLDER}file/${id}/${version}.${fileFormat(format)?.[2] ?? format}`

/** `/media/file/12/0a1b….vtt?v=…`: what is said in it, with times. */
export const captionsAddress = (file: Pick<FileLink, 'id' | 'version'>, version = ''): string =>
  fileAddress({ ...file, format: 'vtt' }) + (version && `?v=${version}`)

/** How a text is written: plain, as ALTO, or as annotations (Presentation API 3). */
export type TextFormat = 'txt' | 'xml' | 'json'
/** `/media/text/4/410.xml?v=…`: what is written on a scan. `/media/item/0/12.txt?v=…`: on all scans of an item. The version is that of these texts. */
export function textAddress(kind: 'text' | 'item', id: number, format: TextFormat, texts: readonly Versioned[] = []) {
  const sum = texts.reduce((all, { version }) => (all * 31 + Number.parseInt(version.slice(0, 8), 16)) % 2 ** 32, 0)
  return `${MEDIA_FOLDER}${kind}/${Math.floor(id / SHARD)}/${id}.${format}${texts.length > 0 ? `?v=${sum.toString(16)}` : ''}`
}
type Versioned = { version: string }

/** What other sites show of a page with a link to it: `/media/page/itemview/12.jpg`, `/media/page/decades/1890s~2.jpg`. */
export const previewPath = (page: string): string =>
  `${MEDIA_FOLDER}page/${page.slice(1, -1).replaceAll('/', '~').replace('~', '/')}.jpg`

/** Template of an old map's tiles as files: all within its bounds, on the levels that it is made for. */
export const tileFiles = (layer: number): string => `${MEDIA_FOLDER}tiles/${layer}/{z}/{x}/{y}.webp`

/** Scans as IIIF image services on hosts without an API: level 0 with one size. */
export const STATIC_SERVICES = '/iiif/scan/'
