import { join } from 'node:path'
import { removeNonOriginal } from '../storage/removal.ts'
import { listOverlays, type StoredOverlay } from '../raster/overlays.ts'
import { TILES_MISSING, findTilesProblem, type OverlayStorage, tilesPath } from '../raster/overlay-storage.ts'
import { remakeTiles, findOrphanedTiles } from '../raster/remake-tiles.ts'
import { openTileFile } from '../storage/tiles/tile-file.ts'
import { sha256OfKey } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { TilesDamaged } from '../storage/tiles/tile-directory.ts'
import { createPyramidReader } from '../scans/pyramid-reader.ts'
import { pyramidKey } from '../storage/picture-keys.ts'
import type { DoctorReport } from './doctor-report.ts'

/** What is wrong with the original of a map; undefined where nothing is. */
async function findOriginalProblem({ media }: OverlayStorage, { source_key }: StoredOverlay) {
  const found = await media.sha256(source_key)
  if (found === undefined) return 'The file of its original is missing.'
  if (found === sha256OfKey(source_key)) return undefined
  return 'The file of its original has changed: its SHA-256 is different.'
}

/** Reads every tile. */
async function findTileProblem({ tilesDir }: OverlayStorage, row: StoredOverlay): Promise<string | undefined> {
  const wrong = findTilesProblem(tilesDir, row)
  if (wrong) return wrong
  const file = openTileFile(tilesPath(tilesDir, row.version))
  try {
    for (const storage of file.places()) await file.read(storage)
    return undefined
  } catch (error) {
    return `Its tiles can't be read: ${(error as Error).message}`
  } finally {
    file.close()
  }
}

/** Checks old maps: originals, tiles, and files of tiles without a map. With `repair`, tiles are made again and such files removed. */
export async function examineOverlays(
  storage: OverlayStorage,
  { findings, notes, checked }: DoctorReport,
  repair: boolean,
) {
  const rows = await listOverlays(storage.db)
  checked['old maps'] = rows.length
  let unmade = 0
  for (const row of rows) {
    const where = `layer ${row.layer} (${row.file_name})`
    const lost = await findOriginalProblem(storage, row)
    if (lost) findings.push({ where, what: lost })
    const wrong = await findTileProblem(storage, row)
    if (!wrong) continue
    // As after a restore.
    if (wrong === TILES_MISSING && !lost && !repair) {
      unmade += 1
      continue
    }
    const repaired = repair && !lost
    if (repaired) await remakeTiles(storage, row)
    findings.push({ where, what: wrong, repaired })
  }
  if (unmade > 0)
    notes.push(`The server makes the tiles of ${unmade} old ${unmade === 1 ? 'map' : 'maps'} when it starts.`)
  for (const name of await findOrphanedTiles(storage)) {
    if (repair) await removeNonOriginal(join(storage.tilesDir, name))
    findings.push({ where: `overlays/${name}`, what: 'No old map uses this file of tiles.', repaired: repair })
  }
}

/** Checks the tiles of scans that have some. With `repair` an unreadable file is removed, so that the next request makes it again. */
export async function examineTiles(
  media: MediaStore,
  shown: readonly { where: string; version: string }[],
  { findings, checked }: DoctorReport,
  repair: boolean,
): Promise<void> {
  const reader = createPyramidReader(media)
  let count = 0
  for (const { where, version } of shown) {
    try {
      if (await reader.read(version, { level: 0, x: 0, y: 0 })) count += 1
    } catch (error) {
      if (!(error instanceof TilesDamaged)) throw error
      if (repair) await media.remove(pyramidKey(version))
      findings.push({ where, what: `Its tiles can't be read: ${error.message}`, repaired: repair })
    }
  }
  checked['scans in tiles'] = count
}
