import type { MediaStore } from '../media/media-store.ts'
import { TilesDamaged } from '../raster/tile-directory.ts'
import { createPyramidReader } from '../scans/pyramid-file.ts'
import { pyramidKey } from '../scans/version.ts'
import type { DoctorReport } from './doctor.ts'

/**
 * Looks at the tiles of pictures that have some; those that have none get them at their first request. A file that cannot be read is removed with
 * `repair`, which has it made again.
 */
export async function examineTiles(
  media: MediaStore,
  shown: readonly { where: string; version: string }[],
  { findings, looked }: DoctorReport,
  repair: boolean,
): Promise<void> {
  const reader = createPyramidReader(media)
  let kept = 0
  for (const { where, version } of shown) {
    try {
      if (await reader.read(version, { level: 0, x: 0, y: 0 })) kept += 1
    } catch (error) {
      if (!(error instanceof TilesDamaged)) throw error
      if (repair) await media.remove(pyramidKey(version))
      findings.push({ where, what: `Its tiles cannot be read: ${error.message}`, mended: repair })
    }
  }
  looked['scans in tiles'] = kept
}
