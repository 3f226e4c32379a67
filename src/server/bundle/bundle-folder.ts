import { readdir, stat, realpath } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { type Issue, type LeftOut, columnOf } from './bundle-row.ts'
import { LISTS, LIST_NAMES, type ListName } from './lists.ts'
import { foldedName, resolveBundlePath, listFiles } from './bundle-path.ts'
import { SOURCE_FILE } from './bundle-source.ts'
import { MAP_LAYERS_FILE } from './map-layers-file.ts'
import { OVERLAYS_LIST } from './overlays-list.ts'
import { SETTINGS_FILE } from './settings-file.ts'
import { readCsvRows } from './read-csv.ts'
import { readJsonRows } from '../tables/read-json.ts'
import { type SourceRow, UnreadableFile } from '../tables/source-row.ts'
import { refuseForeign } from '../tables/crs.ts'
import { findStories, readStories, STORIES_FOLDER } from './story-files.ts'
import { findTexts, TEXTS_FOLDER, withText } from './text-files.ts'
import { relative } from 'node:path'
import type { OverlayInput } from '../raster/prepare-overlay.ts'

export interface BundleFile {
  list: ListName
  /** File name in the folder. */
  file: string
  path: string
  bytes: number
  /** What the check leaves out of rows that can do without it, by index. */
  leftOut: Map<number, LeftOut[]>
  /** Of a folder with a file for each row. */
  stories?: readonly string[]
  /** Of scans. */
  texts?: Awaited<ReturnType<typeof findTexts>>
}
export interface BundleFolder {
  folder: string
  /** In the order of LIST_NAMES. */
  files: BundleFile[]
  /** True where there is a list of old maps. */
  overlays: boolean
  /** True where there are layers of the map. */
  mapLayers: boolean
  /** True where there are settings of the archive. */
  settings: boolean
  /** True where a file says where it comes from. */
  isNamed: boolean
  issues: Issue[]
  /** A list can't be read: nothing is imported, whatever the options. */
  unreadable: boolean
}

const namesOf = (list: ListName) =>
  list === 'locations'
    ? ['locations.geojson', 'locations.json']
    : [`${list}.csv`, `${list}.json`, ...(list === 'stories' ? [STORIES_FOLDER] : [])]

/** Finds the lists in a folder, in any letter case. `findUnreadFiles` finds what it has besides. */
export async function openBundleFolder(folder: string, ignored: readonly string[] = []): Promise<BundleFolder> {
  const entries = (await readdir(folder)).filter((name) => !ignored.includes(name))
  const present = new Map(entries.map((name) => [foldedName(name), name]))
  const files: BundleFile[] = []
  const issues: Issue[] = []
  const addIssue = (file: string, reason: string) => issues.push({ file, line: 0, row: 0, field: '', reason })
  let unreadable = false
  const overlays = present.has(OVERLAYS_LIST)
  const mapLayers = present.has(MAP_LAYERS_FILE)
  const settings = present.has(SETTINGS_FILE)
  for (const list of LIST_NAMES) {
    const [file, other] = namesOf(list).flatMap((name) => present.get(name) ?? [])
    if (other) addIssue(other, `There is also ${file}. Keep one of the two.`)
    if (!file) continue
    if (foldedName(file) === STORIES_FOLDER) {
      const stories = await findStories(folder, file)
      if (stories.length > 0) files.push({ list, file, path: folder, bytes: 0, leftOut: new Map(), stories })
      continue
    }
    const place = await resolveBundlePath(folder, file)
    const texts = list === 'scans' && { texts: await findTexts(folder, present.get(TEXTS_FOLDER) ?? TEXTS_FOLDER) }
    if ('path' in place)
      files.push({ list, file, path: place.path, bytes: (await stat(place.path)).size, leftOut: new Map(), ...texts })
    else addIssue(file, place.reason)
    unreadable ||= 'reason' in place || other !== undefined
  }
  if (files.length === 0 && !overlays && !mapLayers && !unreadable) {
    addIssue(folder, 'This folder has no list of a bundle.')
  }
  return { folder, files, overlays, mapLayers, settings, isNamed: present.has(SOURCE_FILE), issues, unreadable }
}

/** Reads the rows of a file one at a time. `bytes` reports how much was read, `columns` the columns of a CSV file, or of each row of JSON. */
export async function* readRows(...of: Parameters<typeof readListed>): AsyncGenerator<SourceRow> {
  for await (const row of readListed(...of)) yield of[0].texts ? await withText(of[0].texts, row) : row
}

async function* readListed(
  file: BundleFile,
  on: { bytes?: (bytes: number) => void; columns?: (columns: string[], line: number) => void } = {},
): AsyncGenerator<SourceRow> {
  if (file.stories) {
    yield* readStories(file.path, file.stories)
    return
  }
  const text = readText(file.path, on.bytes)
  const list = LISTS[file.list]
  if (/csv$/i.test(file.file)) {
    yield* readCsvRows(text, (headings, line) => {
      const columns = headings.map((heading) => columnOf(list, heading, headings))
      on.columns?.(columns, line)
      return columns
    })
    return
  }
  const rows = file.list === 'locations' ? features(readJsonRows(text, refuseForeign)) : readJsonRows(text)
  for await (const row of rows) {
    const names = Object.keys(row.cells)
    const columns = names.map((name) => columnOf(list, name, names))
    on.columns?.(columns, row.line)
    yield { ...row, cells: Object.fromEntries(columns.map((column, at) => [column, row.cells[names[at]!]])) }
  }
}

/** Converts a Feature to a row of properties and geometry, with its `id` where `pk` is missing. */
async function* features(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    const { type, properties, geometry, id } = row.cells
    refuseForeign(row.cells)
    if (row.broken || type !== 'Feature') {
      yield { ...row, cells: {}, broken: row.broken ?? 'A GeoJSON Feature is needed.' }
    } else {
      const cells = (properties ?? {}) as Record<string, unknown>
      yield { ...row, cells: { ...(id !== undefined && { pk: id }), ...cells, geometry } }
    }
  }
}

/** Streams a UTF-8 file as text, without a byte order mark. @throws {UnreadableFile} with the line where it isn't UTF-8. */
async function* readText(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line += 1
      onBytes?.((chunk as Buffer).length)
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) {
      throw new UnreadableFile(
        line,
        'The file is not UTF-8 (found on or after this line). Save it as “CSV UTF-8” in Excel, or in LibreOffice with the character set “Unicode (UTF-8)”.',
      )
    }
    throw error
  }
}

/** Files in which other programs keep records, and tables saved as text. */
const TABLE = new RegExp(
  `\\.(?:csv|(?:geo)?json|tsv|tab|xls[xmb]?|f?ods|numbers|ged(?:com)?|gramps|shp|dbf|gpkg|km[lz]|gml|mdb|accdb|sqlite3?|db)$|(?:^|/)(?:${LIST_NAMES.join('|')})\\.(?:txt|xml)$`,
  'i',
)
/** Read elsewhere, and what earlier versions of the import may have written there. */
const KNOWN = [OVERLAYS_LIST, MAP_LAYERS_FILE, SETTINGS_FILE, SOURCE_FILE, 'rejected-rows.json', 'import-problems.txt']
const NOT_NAMED = 'No row that is imported names this file. It was not read.'
const notRead = (file: string) =>
  `This file looks like a table, but is none of a bundle. Save it as CSV under the name of a table, or go on without it: --ignore "${file}".`

/** What was not read: `tables` are files that look like tables and must not be passed over, unless they or their folder are ignored. */
export async function findUnreadFiles(
  { folder, files, issues }: BundleFolder,
  { pictures, maps, ignored }: { pictures: Set<string>; maps: readonly OverlayInput[]; ignored: readonly string[] },
): Promise<{ tables?: Issue[]; others?: Issue[] }> {
  const read = new Set([
    ...KNOWN,
    ...[...pictures].map((name) => name.normalize()),
    ...[...files, ...issues].map(({ file }) => file),
    ...files.flatMap(({ stories = [], texts }) => [...stories, ...(texts?.read ?? [])]),
  ])
  const root = await realpath(folder)
  for (const { file, georeference } of maps) {
    // Control points may lie beside their picture, under its name.
    const beside = [file, file.replace(/\.[^./]*$/, '')].flatMap((name) => [`${name}.points`, `${name}.json`])
    for (const path of [file, georeference ?? file, ...beside]) read.add(relative(root, path).replaceAll('\\', '/'))
  }
  const isIgnored = (file: string) => ignored.some((each) => `${file}/`.startsWith(`${each.replace(/\/$/, '')}/`))
  const unread = (await listFiles(folder)).filter((file) => !read.has(file.normalize()) && !isIgnored(file))
  const place = { line: 0, row: 0, field: '' }
  const found = unread.map((file) => ({ ...place, file, reason: TABLE.test(file) ? notRead(file) : NOT_NAMED }))
  return Object.groupBy(found, ({ reason }) => (reason === NOT_NAMED ? 'others' : 'tables'))
}
