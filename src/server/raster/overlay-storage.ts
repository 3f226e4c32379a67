import { randomUUID, hash } from 'node:crypto'
import { mkdirSync, createWriteStream } from 'node:fs'
import type { ArchiveDatabase } from '../database/open.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { openTileFile } from '../storage/tiles/tile-file.ts'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { mapTilesKey } from '../storage/keys.ts'
import { removeNonOriginal, renameIntoPlace } from '../storage/removal.ts'
import { join } from 'node:path'

/** Where old maps are stored: rows, originals, and the folder of their tiles. */
export interface OverlayStorage {
  db: ArchiveDatabase
  media: MediaStore
  tilesDir: string
}

export const TILES_MISSING = 'Its tiles are missing.'

/** What is wrong with the tiles of a map, by the length and directories of their file; undefined where nothing is. */
export function findTilesProblem(
  tilesDir: string,
  { version, bytes }: { version: string; bytes: number },
): string | undefined {
  try {
    const file = openTileFile(tilesPath(tilesDir, version))
    file.close()
    return file.size === bytes ? undefined : 'Its file of tiles has changed in size since it was made.'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? TILES_MISSING : `Its tiles can't be read: ${message}`
  }
}

/** A random temporary path for tiles in progress. */
export function temporaryTilesPath(tilesDir: string, version: string, ending: string): string {
  mkdirSync(tilesDir, { recursive: true })
  return tilesPath(tilesDir, version).replace(/pmtiles$/, `${randomUUID()}.${ending}`)
}

type Place = Pick<OverlayStorage, 'media' | 'tilesDir'>

/** Stores the tiles of a map where other machines find them. They serve them from their own disks, where a tile is one quick read. */
export async function shareTiles({ media, tilesDir }: Place, version: string): Promise<void> {
  if (media.shared) await media.putFile(mapTilesKey(version), tilesPath(tilesDir, version), { immutable: true })
}

/** Fetches tiles that another machine has made. False where there are none. */
export async function fetchTiles(
  { media, tilesDir }: Place,
  { version, bytes }: { version: string; bytes: number },
): Promise<boolean> {
  const stream = media.shared ? await media.stream(mapTilesKey(version)) : undefined
  if (!stream) return false
  const target = temporaryTilesPath(tilesDir, version, 'fetched')
  try {
    await pipeline(stream, createWriteStream(target, { flush: true }))
    if ((await stat(target)).size !== bytes) return false
    await renameIntoPlace(target, tilesPath(tilesDir, version))
    return true
  } finally {
    await removeNonOriginal(target)
  }
}

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

export const tilesPath = (folder: string, version: string): string => join(folder, `${version}.pmtiles`)
