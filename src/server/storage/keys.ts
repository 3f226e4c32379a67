import { fileFormat } from '#contract/file.ts'

/** Folders of originals in the media store: pictures of scans and people, and old maps. Files are named by their SHA-256. */
export const ORIGINAL_FOLDERS = ['originals', 'overlays'] as const
/** Uploads in progress. */
export const INCOMING = 'incoming'
/** There: recordings that are sent in parts. */
export const RECORDINGS = 'recordings'
/** Suffix of unfinished files, so that a sweep can tell them apart. */
export const UNFINISHED = '.part'

/** True for the key of an original, which no program deletes; false for an unfinished copy of one. */
export const isOriginal = (key: string): boolean =>
  ORIGINAL_FOLDERS.some((folder) => key.startsWith(`${folder}/`)) && !key.endsWith(UNFINISHED)

/** True for a file with the name of an original, wherever it is. */
export const hasOriginalName = (name: string): boolean => /^[0-9a-f]{64}(~\d+)?\.[a-z0-9]{3,4}$/.test(name)

/** True for files that only the server may read. Permissions of derivatives are left to the umask. */
export const isPrivate = (key: string): boolean =>
  [...ORIGINAL_FOLDERS, INCOMING, 'trash'].some((folder) => key === folder || key.startsWith(`${folder}/`))

/** Accepted picture formats, by sharp's names, with the file extension of the original. */
export const ORIGINAL_ENDINGS = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  heic: 'heic',
  tiff: 'tif',
  gif: 'gif',
} as const
export type OriginalFormat = keyof typeof ORIGINAL_ENDINGS

export const originalKey = (sha256: string, format: string) =>
  `originals/${sha256.slice(0, 2)}/${sha256}.${ORIGINAL_ENDINGS[format as OriginalFormat] ?? fileFormat(format)?.[2] ?? 'bin'}`

/** Folder of the originals of old maps. */
export const OVERLAY_FOLDER = 'overlays'
/** Key of the original of an old map: `overlays/<sha256>.<extension>`. */
const OVERLAY_KEY = new RegExp(`^${OVERLAY_FOLDER}/([0-9a-f]{64})\\.[a-z0-9]{3,4}$`)
export const overlayKey = (sha256: string, ending: string): string => `${OVERLAY_FOLDER}/${sha256}.${ending}`
/** Folder of the tiles of old maps in a store that several machines share: `map-tiles/<version>.pmtiles`. */
export const MAP_TILES_FOLDER = 'map-tiles'
export const mapTilesKey = (version: string): string => `${MAP_TILES_FOLDER}/${version}.pmtiles`
/** The SHA-256 in the key of an old map; undefined for other keys. */
export const sha256OfKey = (key: string): string | undefined => OVERLAY_KEY.exec(key)?.[1]
