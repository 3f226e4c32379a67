import { readdir, stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { SOURCE_FILE } from './bundle-source.ts'
import { type Issue, type SourceRow, UnreadableFile } from './bundle-row.ts'
import { LIST_NAMES, type ListName } from './lists.ts'
import { resolveBundlePath } from './bundle-path.ts'
import { MAP_LAYERS_FILE } from './map-layers-file.ts'
import { OVERLAYS_LIST } from './overlays-list.ts'
import { readCsvRows } from './read-csv.ts'
import { readJsonRows } from './read-json.ts'

export interface BundleFile {
  list: ListName
  /** File name in the folder. */
  file: string
  path: string
  bytes: number
}
export interface BundleFolder {
  folder: string
  /** In the order of LIST_NAMES. */
  files: BundleFile[]
  /** True where there is a list of old maps. */
  overlays: boolean
  /** True where there are layers of the map. */
  mapLayers: boolean
  /** True where a file says where it comes from. */
  isNamed: boolean
  issues: Issue[]
  /** A list can't be read: nothing is imported, whatever the options. */
  unreadable: boolean
}

const namesOf = (list: ListName) =>
  list === 'locations' ? ['locations.geojson', 'locations.json'] : [`${list}.csv`, `${list}.json`]

/** Finds the lists in a folder. A file that looks like a list but isn't one is an issue, so that a misspelt name doesn't get lost. */
export async function openBundleFolder(folder: string): Promise<BundleFolder> {
  const present = new Set(await readdir(folder))
  const files: BundleFile[] = []
  const issues: Issue[] = []
  const addIssue = (file: string, reason: string) => issues.push({ file, line: 0, row: 0, field: '', reason })
  let unreadable = false
  const known = new Set<string>([OVERLAYS_LIST, MAP_LAYERS_FILE, SOURCE_FILE])
  const overlays = present.has(OVERLAYS_LIST)
  const mapLayers = present.has(MAP_LAYERS_FILE)
  for (const list of LIST_NAMES) {
    const names = namesOf(list)
    for (const name of names) known.add(name)
    const found = names.filter((name) => present.has(name))
    if (found.length > 1) addIssue(found[1]!, `There is also ${found[0]}. Keep one of the two.`)
    const file = found[0]
    if (!file) continue
    const place = await resolveBundlePath(folder, file)
    if ('path' in place) files.push({ list, file, path: place.path, bytes: (await stat(place.path)).size })
    else addIssue(file, place.reason)
    unreadable ||= 'reason' in place
  }
  for (const name of [...present].sort()) {
    if (/\.(csv|json|geojson)$/i.test(name) && !known.has(name)) {
      addIssue(name, 'A bundle has no list of this name.')
    }
  }
  if (files.length === 0 && !overlays && !mapLayers && !unreadable) {
    addIssue(folder, 'This folder has no list of a bundle.')
  }
  return { folder, files, overlays, mapLayers, isNamed: present.has(SOURCE_FILE), issues, unreadable }
}

/** Reads the rows of a file one at a time. `bytes` reports how much was read, `columns` the columns of a CSV file. */
export async function* readRows(
  file: BundleFile,
  on: { bytes?: (bytes: number) => void; columns?: (columns: string[], line: number) => void } = {},
): AsyncGenerator<SourceRow> {
  const text = readText(file.path, on.bytes)
  if (file.file.endsWith('.csv')) yield* readCsvRows(text, on.columns)
  else if (file.list === 'locations') yield* features(readJsonRows(text))
  else yield* readJsonRows(text)
}

/** Converts a Feature to a row of properties and geometry, with its `id` where `pk` is missing. */
async function* features(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    const { type, properties, geometry, id } = row.cells
    if (row.broken || type !== 'Feature') {
      yield { ...row, cells: {}, broken: row.broken ?? 'A GeoJSON Feature is needed.' }
    } else {
      const cells = (properties ?? {}) as Record<string, unknown>
      yield { ...row, cells: { ...cells, pk: cells['pk'] ?? id, geometry } }
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
      throw new UnreadableFile(line, 'The file is not UTF-8 (found on or after this line). Save it as UTF-8.')
    }
    throw error
  }
}
