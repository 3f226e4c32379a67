import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listOverlays, type KeptOverlay } from '../raster/overlays.ts'
import { wrongTiles, type OverlayPlace } from '../raster/place.ts'
import { remakeTiles, strayTiles } from '../raster/remake-tiles.ts'
import { openTileFile } from '../raster/tile-file.ts'
import { sha256OfKey, tilesPath } from '../raster/version.ts'
import type { DoctorReport } from './doctor.ts'

/** What is wrong with the original of a map; undefined where it is as it arrived. */
async function wrongOriginal({ media }: OverlayPlace, { source_key }: KeptOverlay): Promise<string | undefined> {
  const stream = await media.stream(source_key)
  if (!stream) return 'The file of its original is missing.'
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  if (hash.digest('hex') === sha256OfKey(source_key)) return undefined
  return 'The file of its original has changed: its SHA-256 is another.'
}

/** Also looks into every tile. */
async function wrongTilesInside({ tilesDir }: OverlayPlace, row: KeptOverlay): Promise<string | undefined> {
  const wrong = wrongTiles(tilesDir, row)
  if (wrong) return wrong
  const file = openTileFile(tilesPath(tilesDir, row.version))
  try {
    for (const place of file.places()) await file.read(place)
    return undefined
  } catch (error) {
    return `Its tiles cannot be read: ${(error as Error).message}`
  } finally {
    file.close()
  }
}

/** Old maps: the original of each, its tiles, and files of tiles that no map has. With `repair` tiles are made again and such files removed. */
export async function examineOverlays(
  place: OverlayPlace,
  { findings, looked }: DoctorReport,
  repair: boolean,
): Promise<void> {
  const rows = await listOverlays(place.db)
  looked['old maps'] = rows.length
  for (const row of rows) {
    const where = `layer ${row.layer} (${row.file_name})`
    const lost = await wrongOriginal(place, row)
    if (lost) findings.push({ where, what: lost })
    const wrong = await wrongTilesInside(place, row)
    if (!wrong) continue
    const mended = repair && !lost
    if (mended) await remakeTiles(place, row)
    findings.push({ where, what: wrong, mended })
  }
  for (const name of await strayTiles(place)) {
    if (repair) await rm(join(place.tilesDir, name), { recursive: true, force: true })
    findings.push({ where: `overlays/${name}`, what: 'No old map has this file of tiles.', mended: repair })
  }
}
