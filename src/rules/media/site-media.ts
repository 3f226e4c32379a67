import type { ImageFormat } from '#contract/scan.ts'

/** Pictures and tiles as files of the site: our server answers them from the media store, every other host has them as files. */
export const MEDIA_FOLDER = '/media/'
export type MediaKind = 'scan' | 'person'

/** One file of a picture: a stored width, the largest JPEG (no width), or the frame of link previews. */
export interface MediaFile {
  kind: MediaKind
  id: number
  /** Pixels, or the frame. */
  width?: number | 'preview' | undefined
  format: ImageFormat
}

/** Pictures in a folder at most, as FAT32 wants it. */
const SHARD = 100
/** `/media/scan/4/410-640.webp`, `/media/scan/4/410.jpg`, `/media/person/0/7-preview.jpg`. */
export const mediaPath = ({ kind, id, width, format }: MediaFile): string =>
  `${MEDIA_FOLDER}${kind}/${Math.floor(id / SHARD)}/${id}${width ? `-${width}` : ''}.${format === 'jpeg' ? 'jpg' : format}`

/** Template of an old map's tiles as files: all within its bounds, on the levels that it is made for. */
export const tileFiles = (layer: number): string => `${MEDIA_FOLDER}tiles/${layer}/{z}/{x}/{y}.webp`

/** Scans as IIIF image services on hosts without an API: level 0 with one size. */
export const STATIC_SERVICES = '/iiif/scan/'
