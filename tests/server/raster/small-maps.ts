import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { addOverlay } from '#server/raster/overlays.ts'
import type { OverlayStorage } from '#server/raster/overlay-storage.ts'
import { freshArchive } from '../bundle/fresh-archive.ts'

/** A scan of one colour with four control points beside it, over Brannock Bay: some forty tiles to zoom 17. Answers its path. */
export async function drawMap(
  folder: string,
  name = 'plan',
  { background = '#c8b088', size = 900 } = {},
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.png`)
  await sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toFile(file)
  const corners = [
    [0, 0, -81.7, 43.755],
    [size, 0, -81.69, 43.755],
    [size, size, -81.69, 43.748],
    [0, size, -81.7, 43.748],
  ] as const
  const lines = corners.map(([x, y, longitude, latitude]) => `${longitude},${latitude},${x},${-y},1`)
  writeFileSync(
    join(folder, `${name}.points`),
    ['#CRS: EPSG:4326', 'mapX,mapY,sourceX,sourceY,enable', ...lines].join('\n'),
  )
  return file
}

/** A tile in the middle of it. */
export const MIDDLE = { z: 15, x: 8947, y: 11946 }

/** An empty archive of this test alone, with a folder for tiles. */
export async function mapArchive(): Promise<OverlayStorage & { folder: string }> {
  const { db, media, mediaFolder } = await freshArchive()
  const folder = join(mediaFolder, '..')
  return { db, media, tilesDir: join(folder, 'overlays'), folder }
}

export const add = (
  place: OverlayStorage,
  file: string,
  layer: number,
  more: Partial<Parameters<typeof addOverlay>[0]> = {},
) => addOverlay({ ...place, file, layer, minimumZoom: 14, maximumZoom: 15, threads: 0, ...more })

/** Every file below a folder with its bytes, but the database's own. */
export function filesIn(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name)
    // Of the archive itself: the database, and the mark of its media.
    const marks = /(^|\/)archive\.(db|json)/.test(name)
    if (!marks && statSync(path).isFile()) found[name] = readFileSync(path).toString('base64')
  }
  return found
}
