import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { ArchiveDatabase } from '../database/open.ts'
import type { MediaStore } from '../media/media-store.ts'
import { openTileFile } from './tile-file.ts'
import { tilesPath } from './version.ts'

/** Where the old maps of an archive are kept: their rows, their originals, and the folder of their tiles. */
export interface OverlayPlace {
  db: ArchiveDatabase
  media: MediaStore
  tilesDir: string
}

/** What is wrong with the tiles of a map; undefined where they are whole as far as their file says (its length, its directories). */
export function wrongTiles(
  tilesDir: string,
  { version, bytes }: { version: string; bytes: number },
): string | undefined {
  try {
    const file = openTileFile(tilesPath(tilesDir, version))
    file.close()
    return file.size === bytes ? undefined : 'Its file of tiles has another length than when it was made.'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'Its tiles are missing.' : `Its tiles cannot be read: ${message}`
  }
}

/** A file for tiles that are being made, which no reader looks for: named at random, so that two never write the same one. */
export function unfinishedPath(tilesDir: string, version: string, ending: string): string {
  mkdirSync(tilesDir, { recursive: true })
  return tilesPath(tilesDir, version).replace(/pmtiles$/, `${randomUUID()}.${ending}`)
}
