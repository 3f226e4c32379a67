import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleRows, locationsGeoJson } from './bundle-rows.ts'
import type { Row } from './row.ts'
import { csvOf } from './csv.ts'
import { DEMO_MAP_LAYERS } from './maps/layers.ts'
import { townDocuments } from './documents.ts'
import { renderPictures } from './pictures/render.ts'
import { planPictures } from './plan-pictures.ts'
import { townStories } from './stories.ts'
import { SEED, foundTown } from './town.ts'

interface Progress {
  done: number
  total: number
  unit: string
}

export interface WriteOptions {
  /** Called after every picture. */
  onProgress?: (progress: Progress) => void
  /** Each seed makes a different town; the default is that of a fresh install. */
  seed?: string
  /** Which pictures to draw; all by default. */
  only?: (name: string) => boolean
}

/** Written as CSV, the rest as JSON, so that a fresh install exercises both. */
const AS_CSV = new Set([
  'lots',
  'ownership',
  'relationships',
  'graves',
  'organization_locations',
  'employment',
  'residents',
  'place_names',
  'plaques',
  'items',
  'scans',
])

async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.part`, data)
  await rename(`${path}.part`, path)
}

/**
 * Writes the demo town as an import bundle: `locations.geojson`, a file for each kind of record, `map-layers.json`, and `images/`.
 * The same seed gives the same bytes. Creates the folder if needed and replaces files of an earlier run.
 */
export async function writeDemoTown(folder: string, options: WriteOptions = {}): Promise<void> {
  const seed = options.seed ?? SEED
  const town = foundTown(seed)
  const { pictures, scans, personImages } = planPictures(town, seed)
  const documents = townDocuments(town, seed)
  for (const each of ['images', 'files', 'stories']) await mkdir(join(folder, each), { recursive: true })
  for (const [file, bytes] of documents.contents) await writeWhole(join(folder, file), bytes)
  const files: Record<string, Row[]> = {
    ...bundleRows(town, seed),
    person_images: personImages,
    files: documents.rows,
    scans,
  }
  await writeWhole(join(folder, 'locations.geojson'), `${JSON.stringify(locationsGeoJson(town))}\n`)
  for (const [name, rows] of Object.entries(files)) {
    if (AS_CSV.has(name)) await writeWhole(join(folder, `${name}.csv`), csvOf(rows))
    else await writeWhole(join(folder, `${name}.json`), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
  }
  for (const { id, title, lead, text, visibility } of townStories(town)) {
    const head = `---\nid: ${id}\ntitle: ${title}\nlead: ${lead}\nvisibility: ${visibility}\n---\n`
    await writeWhole(join(folder, 'stories', `${id}.md`), `${head}\n${text}\n`)
  }
  await writeWhole(join(folder, 'map-layers.json'), `${JSON.stringify(DEMO_MAP_LAYERS, null, 2)}\n`)
  const wanted = pictures.filter((picture) => options.only?.(picture.name) ?? true)
  let done = 0
  await renderPictures(wanted, async (file, bytes) => {
    await writeWhole(join(folder, file), bytes)
    options.onProgress?.({ done: ++done, total: wanted.length, unit: 'pictures' })
  })
}
