import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { JOBS, mapsOf } from '#demo/maps/catalogue.ts'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { writeDemoMaps } from '#demo/maps/write-demo-maps.ts'
import type { Config } from '#server/config.ts'
import { ImportInProgress, withImportLock } from '#server/database/archive-locks.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { addOverlay, listOverlays } from '#server/raster/overlays.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'

/** Milliseconds between attempts while another import is running. */
const RETRY_DELAY = 1000

/** The layers of the base map that visitors see first: a site is built with them. */
export const FIRST_LAYERS: readonly number[] = DEMO_MAP_LAYERS.baseMaps[0]?.layers ?? []

/** The jobs that draw them. */
export const FIRST_JOBS = JOBS.filter((job) => mapsOf(job).some(({ layer }) => FIRST_LAYERS.includes(layer)))

/** Adds the layers that the archive lacks. Draws them first, unless the folder has their pictures. */
export async function addDemoMaps(
  config: Config,
  db: ArchiveDatabase,
  { folder, layers, threads }: { folder: string; layers: readonly number[]; threads?: number },
): Promise<void> {
  const present = new Set((await listOverlays(db)).map(({ layer }) => layer))
  const maps = await writeDemoMaps(folder, { layers: layers.filter((layer) => !present.has(layer)) })
  const place = { db, media: openMediaStore(config), tilesDir: config.overlaysDir }
  for (const map of maps) {
    const add = () =>
      addOverlay({ ...place, ...map, fileName: basename(map.file), ...(threads !== undefined && { threads }) })
    await whenNoImportRuns(() => withImportLock(db, add))
  }
}

async function whenNoImportRuns<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (problem) {
      if (!(problem instanceof ImportInProgress)) throw problem
      await pause(RETRY_DELAY)
    }
  }
}
