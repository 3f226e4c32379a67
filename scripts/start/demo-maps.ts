import { basename, join } from 'node:path'
import { writeDemoMaps } from '#demo/maps/write-demo-maps.ts'
import type { Config } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { withImportLock } from '#server/database/import-lock.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { addOverlay, listOverlays } from '#server/raster/overlays.ts'
import { showProgress } from '../archive/progress.ts'

/** Draws the demo town's old maps and aerial pictures and adds the missing ones, also after an interrupted start. */
export async function addDemoMaps(config: Config, drawings: string): Promise<void> {
  const drawing = showProgress('Drawing old maps and aerial imagery', 'maps')
  const maps = await writeDemoMaps(join(drawings, 'maps'), {
    onProgress: ({ done, total }) => drawing.update(done, total),
  }).finally(() => drawing.end())
  const db = await openArchive(config)
  const cutting = showProgress('Making the tiles of the maps', 'maps', 100)
  try {
    const kept = new Set((await listOverlays(db)).map(({ layer }) => layer))
    for (const [i, map] of maps.entries()) {
      if (kept.has(map.layer)) continue
      const place = { db, media: createFolderStore(config.mediaDir, config.trashDir), tilesDir: config.overlaysDir }
      await withImportLock(db, () =>
        addOverlay({
          ...place,
          ...map,
          fileName: basename(map.file),
          onProgress: (done, total) => cutting.update((i + done / total) * 100, maps.length * 100),
        }),
      )
    }
  } finally {
    cutting.end()
    await db.destroy()
  }
}
