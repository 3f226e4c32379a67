import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { mapTilesKey } from '../storage/keys.ts'
import { removeNonOriginal, renameIntoPlace } from '../storage/removal.ts'
import { temporaryTilesPath, type OverlayStorage } from './overlay-storage.ts'
import { tilesPath } from './version.ts'

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
