import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { ArchiveDatabase } from '../database/open.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { openTileFile } from '../storage/tiles/tile-file.ts'
import { tilesPath } from './version.ts'

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
