import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '../storage/media-store.ts'
import type { StoredOverlay } from '../raster/overlays.ts'
import { OVERLAYS_LIST, type OverlayListed } from './overlays-list.ts'

/** Writes old maps to a bundle: the list, and each original with its control points, which other programs can read. Returns how many. */
export async function exportOverlays(folder: string, media: MediaStore, rows: readonly StoredOverlay[]) {
  if (rows.length === 0) return 0
  await mkdir(join(folder, 'overlays'))
  const listed: OverlayListed[] = []
  for (const row of rows) {
    const stream = await media.stream(row.source_key)
    if (!stream) {
      throw new Error(
        `The original of layer ${row.layer} is not in the media store. "archive doctor" lists everything that is missing.`,
      )
    }
    const file = `overlays/${row.layer}${extname(row.source_key)}`
    await pipeline(stream, createWriteStream(join(folder, file), { flush: true }))
    const georeference = row.georeference === null ? null : `overlays/${row.layer}.json`
    if (georeference !== null) await writeFile(join(folder, georeference), row.georeference!)
    const { layer, file_name, minimum_zoom, maximum_zoom } = row
    listed.push({ layer, file, georeference, file_name, minimum_zoom, maximum_zoom })
  }
  const lines = listed.map((each) => `\n${JSON.stringify(each)}`)
  await writeFile(join(folder, OVERLAYS_LIST), `[${lines.join(',')}\n]\n`)
  return rows.length
}
