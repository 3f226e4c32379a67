import { createWriteStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { forgetFiles } from './forget-files.ts'
import type { KeptOverlay } from './overlays.ts'
import type { OverlayPlace } from './place.ts'

/** Beside the tiles, in DATA_DIR: maps that were removed or replaced. Nobody reads them; whoever runs the machine removes them. */
export const removedMaps = (tilesDir: string): string => join(dirname(tilesDir), 'removed-maps')

/**
 * Lets go of the files of a map whose row is gone: its tiles are removed, its original and control points are put aside, for the archive may hold
 * the only copy. Answers where the original lies now; undefined where another layer still shows it, or it was lost before.
 */
export async function letGo(place: OverlayPlace, row: KeptOverlay): Promise<string | undefined> {
  const { source_key: key, layer, georeference } = row
  const others = await place.db.selectFrom('overlay').select('layer').where('source_key', '=', key).execute()
  const aside =
    others.length > 0 ? undefined : await putAside(place, row, `layer-${layer}-${row.version}`, georeference)
  await forgetFiles(place, { version: row.version, key })
  return aside
}

async function putAside(
  { media, tilesDir }: OverlayPlace,
  { source_key: key, file_name: fileName }: KeptOverlay,
  prefix: string,
  georeference: string | null,
): Promise<string | undefined> {
  const original = await media.stream(key)
  if (!original) return undefined
  const folder = removedMaps(tilesDir)
  await mkdir(folder, { recursive: true })
  // A name from another machine may hold what this one's file system does not take.
  const path = join(
    folder,
    `${prefix}-${basename(fileName)
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .slice(-100)}`,
  )
  await pipeline(original, createWriteStream(`${path}.part`, { flush: true }))
  await rename(`${path}.part`, path)
  if (georeference !== null) await writeFile(`${path}.json`, georeference, { flush: true })
  return path
}
