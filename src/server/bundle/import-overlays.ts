import type { Trx } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { RemovedOverlay } from '../raster/overlay-files.ts'
import { writeOverlayRow } from '../raster/overlays.ts'
import type { OverlayStorage } from '../raster/overlay-storage.ts'
import { prepareOverlay, type PreparedOverlay, type OverlayInput } from '../raster/prepare-overlay.ts'
import type { WriteCounts } from './write-batch.ts'

/** In hundredths of maps, so that a single large map shows progress too. */
type OnMaps = (done: number, total: number) => void

/** Makes the tiles of the old maps of a bundle and stores their originals, before any row is written. A failure leaves nothing behind. */
export async function prepareOverlays(storage: OverlayStorage, wanted: readonly OverlayInput[], onMaps?: OnMaps) {
  const prepared: PreparedOverlay[] = []
  try {
    for (const [at, each] of wanted.entries()) {
      const onProgress = (done: number, total: number) =>
        onMaps?.(at * 100 + Math.floor((100 * done) / Math.max(total, 1)), wanted.length * 100)
      onProgress(0, 1)
      prepared.push(await prepareOverlay(storage, each, { onProgress }))
    }
    return prepared
  } catch (error) {
    await undoOverlays(prepared)
    throw error
  }
}

export async function undoOverlays(prepared: readonly PreparedOverlay[]): Promise<void> {
  for (const { undo } of prepared) await undo().catch(() => {})
}

/** Writes the rows; a row replaces the map with its layer. `replaced` are the previous maps, whose files are removed after the commit. */
export async function writeOverlays(trx: Trx, media: MediaStore, prepared: readonly PreparedOverlay[]) {
  const written: WriteCounts = { added: 0, updated: 0, unchanged: 0 }
  const replaced: RemovedOverlay[] = []
  for (const { row } of prepared) {
    const { written: how, replaced: old } = await writeOverlayRow(trx, media, row)
    written[how === 'replaced' ? 'updated' : how] += 1
    if (old) replaced.push(old)
  }
  return { written, replaced }
}
