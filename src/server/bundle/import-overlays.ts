import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { letGo } from '../raster/let-go.ts'
import { writeOverlayRow, type KeptOverlay } from '../raster/overlays.ts'
import type { OverlayPlace } from '../raster/place.ts'
import { prepareOverlay, type PreparedOverlay, type WantedOverlay } from '../raster/prepare-overlay.ts'
import type { Written } from './write-batch.ts'

/** Hundredths of maps, so that one large map is seen to go on too. */
type OnMaps = (done: number, total: number) => void

/** Makes the tiles of the old maps of a bundle and keeps their originals, before any row is written. What fails leaves nothing. */
export async function prepareOverlays(
  place: OverlayPlace,
  wanted: readonly WantedOverlay[],
  onMaps?: OnMaps,
): Promise<PreparedOverlay[]> {
  const prepared: PreparedOverlay[] = []
  try {
    for (const [at, each] of wanted.entries()) {
      const onProgress = (done: number, total: number) =>
        onMaps?.(at * 100 + Math.floor((100 * done) / Math.max(total, 1)), wanted.length * 100)
      onProgress(0, 1)
      prepared.push(await prepareOverlay(place, each, { onProgress }))
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

/** Writes their rows; a row replaces the map that has its number. `replaced` names those, whose files go when the change is committed. */
export async function writeOverlays(
  trx: Kysely<Tables>,
  prepared: readonly PreparedOverlay[],
): Promise<{ written: Written; replaced: KeptOverlay[] }> {
  const written: Written = { added: 0, updated: 0, unchanged: 0 }
  const replaced: KeptOverlay[] = []
  for (const { row } of prepared) {
    const { written: how, before } = await writeOverlayRow(trx, row)
    written[how === 'replaced' ? 'updated' : how] += 1
    if (before) replaced.push(before)
  }
  return { written, replaced }
}

export async function forgetReplaced(place: OverlayPlace, replaced: readonly KeptOverlay[]): Promise<void> {
  for (const row of replaced) await letGo(place, row)
}
