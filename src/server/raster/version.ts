import { hash } from 'node:crypto'
import { join } from 'node:path'

/** Raise this when the same picture and control points would give other tiles: every old map then gets new tiles and a new version. */
const TILES_CODE = 1

/** Twelve hexadecimal digits that change whenever the tiles do (contract/overlay.ts). */
export const tilesVersion = (source: {
  sha256: string
  georeference: string | null
  minimumZoom: number
  maximumZoom: number
}): string => {
  const { sha256, georeference, minimumZoom, maximumZoom } = source
  const key = JSON.stringify([TILES_CODE, sha256, georeference, minimumZoom, maximumZoom])
  return hash('sha256', key).slice(0, 12)
}

/** Path of the tiles of a version. */
export const tilesPath = (folder: string, version: string): string => join(folder, `${version}.pmtiles`)
