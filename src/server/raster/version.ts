import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Raised when the same picture and control points would give other tiles than before: every old map then gets new tiles and a new version. */
const TILES_CODE = 1

interface MadeFrom {
  /** Of the original, hexadecimal. */
  sha256: string
  georeference: string | null
  minimumZoom: number
  maximumZoom: number
}

/** Twelve digits that change whenever the tiles do (contract/overlay.ts). */
export const tilesVersion = ({ sha256, georeference, minimumZoom, maximumZoom }: MadeFrom): string =>
  createHash('sha256')
    .update(JSON.stringify([TILES_CODE, sha256, georeference, minimumZoom, maximumZoom]))
    .digest('hex')
    .slice(0, 12)

/** Where the tiles of a version lie in the folder of tiles. */
export const tilesPath = (folder: string, version: string): string => join(folder, `${version}.pmtiles`)

/** Where the originals of old maps lie in the media store. */
export const OVERLAY_FOLDER = 'overlays'
/** Key of such an original: `overlays/<sha256>.<ending>`. */
export const OVERLAY_KEY = new RegExp(`^${OVERLAY_FOLDER}/([0-9a-f]{64})\\.[a-z]{3,4}$`)
export const overlayKey = (sha256: string, ending: string): string => `${OVERLAY_FOLDER}/${sha256}.${ending}`
/** The SHA-256 that a key names; undefined for a key that is none of an old map. */
export const sha256OfKey = (key: string): string | undefined => OVERLAY_KEY.exec(key)?.[1]
