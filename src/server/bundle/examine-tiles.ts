import type { MediaStore } from '../storage/media-store.ts'
import { TilesDamaged } from '../storage/tiles/tile-directory.ts'
import { createPyramidReader } from '../scans/pyramid-reader.ts'
import { pyramidKey } from '../storage/picture-keys.ts'
import type { DoctorReport } from './doctor.ts'

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
