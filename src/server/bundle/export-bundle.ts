import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path, { dirname, join, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { inParallel } from '../limits/concurrency.ts'
import { originalKey } from '../storage/keys.ts'
import { bundlePicture, createRowReader } from '../records/from-columns.ts'
import { listOverlays, type StoredOverlay } from '../raster/overlays.ts'
import { SOURCE_FILE, describeArchive } from './bundle-source.ts'
import { LIST_NAMES, type ListName, LISTS } from './lists.ts'
import { readOwnLayers } from '../repositories/map-layers.ts'
import { MAP_LAYERS_FILE } from './map-layers-file.ts'
import { exportSettings } from './settings-file.ts'
import { EXAMPLE_STORY, STORIES_FOLDER, storyFile } from './story-files.ts'
import { OVERLAYS_LIST, type OverlayListed } from './overlays-list.ts'
import { BOM, createTables, type FileOf, type TableFormat } from './export-tables.ts'
import { writeTexts } from './text-files.ts'
import { createPublicCut, isPicture, type PublicCut } from './public-cut.ts'
import type { RecordFields } from '#contract/record.ts'
import { RECORD_TABLES, untyped } from '../records/tables.ts'

export interface ExportReport {
  lists: { list: ListName; rows: number }[]
  pictures: number
  maps: number
}

export class FolderNotEmpty extends Error {}

/** @throws {FolderNotEmpty} */
export async function refuseFilled(folder: string): Promise<void> {
  if ((await readdir(folder)).length > 0) throw new FolderNotEmpty(`The folder ${folder} is not empty.`)
}

/** Writes the whole archive, drafts included, as a bundle: a file per list, all originals, and where it comes from. @throws {FolderNotEmpty} */
export async function exportBundle({
  folder,
  db,
  media,
  format,
  onProgress,
}: {
  folder: string
  db: Db
  media: MediaStore
  /** Default: JSON, and pictures under their SHA-256. Of tables, names stand beside numbers, and pictures are called after their item. */
  format?: TableFormat | undefined
  onProgress?: (done: number, total: number) => void
}): Promise<ExportReport> {
  const { files, ...report } = await exportRecords({ folder, db, format })
  let done = 0
  await inParallel(files, 4, async ([name, key]) => {
    const stream = await media.stream(key)
    if (!stream) throw new Error(`${key} is not in the media store. "archive doctor" lists everything that is missing.`)
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(stream, createWriteStream(path, { flush: true }))
    onProgress?.((done += 1), files.size)
  })
  return report
}

/**
 * Writes the records of a bundle into an empty folder. `files` are those that belong into it: their keys in the media store, by path. `forBag`: only
 * what visitors see, or everything, with pictures in a folder beside this one. @throws {FolderNotEmpty}
 */
export async function exportRecords({
  folder,
  db,
  forBag,
  format,
}: {
  folder: string
  db: Db
  forBag?: 'published' | 'all' | undefined
  format?: TableFormat | undefined
}): Promise<ExportReport & { files: Map<string, string> }> {
  await mkdir(folder, { recursive: true })
  await refuseFilled(folder)
  const lists: ExportReport['lists'] = []
  const files = new Map<string, string>()
  // One transaction, for a consistent state while others write.
  return db.transaction().execute(async (trx) => {
    await writeFile(join(folder, SOURCE_FILE), `${JSON.stringify(await describeArchive(trx))}\n`)
    const cut = forBag === 'published' ? await createPublicCut(trx) : undefined
    const tables = format && (await createTables(trx, folder, format))
    for (const list of LIST_NAMES) {
      const named = bundleRows(trx, list, { files, isBag: forBag !== undefined, cut, fileOf: tables?.fileOf })
      const rows = list === 'scans' ? writeTexts(folder, named) : named
      // Outlines are no cells.
      const isTable = tables && !(list === 'locations' && format === 'csv')
      const write = isTable
        ? tables.write
        : (name: ListName, each: AsyncIterable<unknown>) => writeList(folder, name, each)
      lists.push({ list, rows: await (list === 'stories' ? writeStories(folder, rows) : write(list, rows)) })
    }
    await tables?.finish()
    if (!forBag && !format) {
      const originals = await trx.selectFrom('original').select(['sha256', 'format']).orderBy('sha256').execute()
      for (const { sha256, format } of originals) files.set(bundlePicture(sha256, format), originalKey(sha256, format))
    }
    if (!forBag) await exportSettings(folder, files, trx)
    const pictures = files.size
    await exportOverlays(folder, files, await listOverlays(trx))
    const layers = await readOwnLayers(trx)
    if (layers) await writeFile(join(folder, MAP_LAYERS_FILE), `${JSON.stringify(layers, null, 2)}\n`)
    return { lists, files, pictures, maps: files.size - pictures }
  })
}

/** The rows of a list, and in `files` the pictures that they name. `only`: those with these keys. */
export async function* bundleRows(
  db: Db,
  list: ListName,
  on: { files: Map<string, string>; isBag?: boolean; cut?: PublicCut | undefined; fileOf: FileOf | undefined },
  only?: ReadonlySet<unknown>,
): AsyncGenerator<RecordFields> {
  for await (const each of exportedRows(db, list, only)) {
    const row = on.cut ? on.cut(list, each) : each
    if (!row) continue
    if (isPicture(list)) {
      const key = String(row['file']).replace(/^images\//, '')
      if (on.isBag) row['file'] = `../${key}`
      if (on.fileOf) row['file'] = on.fileOf(list, row, extname(key))
      on.files.set(String(row['file']), key)
    }
    yield row
  }
}

/** Writes each story to a file, called after its id. Returns how many. */
async function writeStories(folder: string, rows: AsyncIterable<RecordFields>): Promise<number> {
  let count = 0
  for await (const row of rows) {
    if (count++ === 0) await mkdir(join(folder, STORIES_FOLDER))
    await writeFile(join(folder, STORIES_FOLDER, `${String(row['id'])}.md`), storyFile(row))
  }
  return count
}

/** Writes a list as a JSON array (locations as a FeatureCollection), one row per line: easy to read, compare and edit. */
async function writeList(folder: string, list: ListName, rows: AsyncIterable<unknown>): Promise<number> {
  const [name, head, tail] =
    list === 'locations'
      ? ['locations.geojson', '{"type":"FeatureCollection","features":[', ']}']
      : [`${list}.json`, '[', ']']
  let count = 0
  async function* text() {
    yield head
    for await (const row of rows) yield `${count++ === 0 ? '' : ','}\n${JSON.stringify(row)}`
    yield `\n${tail}\n`
  }
  await pipeline(text, createWriteStream(join(folder, name), { flush: true }))
  return count
}

/** Writes the list of old maps to a bundle, and their control points, which other programs can read; notes their originals in `files`. */
async function exportOverlays(folder: string, files: Map<string, string>, rows: readonly StoredOverlay[]) {
  if (rows.length === 0) return
  await mkdir(join(folder, 'overlays'))
  const listed: OverlayListed[] = []
  for (const row of rows) {
    const file = `overlays/${row.layer}${extname(row.source_key)}`
    files.set(file, row.source_key)
    const georeference = row.georeference === null ? null : `overlays/${row.layer}.json`
    if (georeference !== null) await writeFile(join(folder, georeference), row.georeference!)
    const { layer, file_name, minimum_zoom, maximum_zoom } = row
    listed.push({ layer, file, georeference, file_name, minimum_zoom, maximum_zoom })
  }
  const lines = listed.map((each) => `\n${JSON.stringify(each)}`)
  await writeFile(join(folder, OVERLAYS_LIST), `[${lines.join(',')}\n]\n`)
}

/** Writes every list of a bundle without rows: CSV files with their headings, an empty FeatureCollection, and an example of a story. Returns the file names. */
export async function writeTemplate(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  await refuseFilled(folder)
  const names: string[] = []
  for (const { name, columns } of Object.values(LISTS)) {
    const [file, content] =
      name === 'locations'
        ? ['locations.geojson', '{ "type": "FeatureCollection", "features": [] }\n']
        : name === 'stories'
          ? [`${STORIES_FOLDER}/example.md`, EXAMPLE_STORY]
          : [`${name}.csv`, `${BOM}${Object.keys(columns).join(',')}\n`]
    await mkdir(dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), content, { flag: 'wx' })
    names.push(file)
  }
  return names
}

/** Rows read at a time. */
const BATCH = 500

/** The rows of a list in bundle form, ordered by key: all, or `only` those with these keys. */
export async function* exportedRows(db: Db, list: ListName, only?: ReadonlySet<unknown>): AsyncGenerator<RecordFields> {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const page = untyped(db).selectFrom(table).selectAll().orderBy(key).limit(BATCH)
  let rows = await page.execute()
  while (rows.length > 0) {
    const complete = await createRowReader(db, list, rows, key)
    for (const row of rows) if (only?.has(row[key]) ?? true) yield complete(row)
    rows = await page.where(key, '>', rows.at(-1)![key]!).execute()
  }
}
