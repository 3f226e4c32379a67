import { readdir, stat } from 'node:fs/promises'
import type { Issue, SourceRow } from './bundle-row.ts'
import { LIST_NAMES, type ListName } from './lists.ts'
import { locate } from './locate.ts'
import { OVERLAYS_LIST } from './overlays-list.ts'
import { readCsvRows } from './read-csv.ts'
import { readJsonRows } from './read-json.ts'
import { readText } from './read-text.ts'

export interface BundleFile {
  list: ListName
  /** Its name in the folder. */
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
  issues: Issue[]
  /** A list that cannot be read: nothing is imported, whatever the options. */
  unreadable: boolean
}

const namesOf = (list: ListName) =>
  list === 'locations' ? ['locations.geojson', 'locations.json'] : [`${list}.csv`, `${list}.json`]

/** Which lists lie in a folder. A file that looks like a list but is none is an issue: a misspelt name must not be lost silently. */
export async function openBundleFolder(folder: string): Promise<BundleFolder> {
  const present = new Set(await readdir(folder))
  const files: BundleFile[] = []
  const issues: Issue[] = []
  let unreadable = false
  const known = new Set<string>([OVERLAYS_LIST])
  const overlays = present.has(OVERLAYS_LIST)
  for (const list of LIST_NAMES) {
    const names = namesOf(list)
    for (const name of names) known.add(name)
    const found = names.filter((name) => present.has(name))
    if (found.length > 1) {
      issues.push({
        file: found[1]!,
        line: 0,
        row: 0,
        field: '',
        reason: `There is also ${found[0]}: one of the two is needed.`,
      })
    }
    const file = found[0]
    if (!file) continue
    const place = await locate(folder, file)
    if ('path' in place) files.push({ list, file, path: place.path, bytes: (await stat(place.path)).size })
    else issues.push({ file, line: 0, row: 0, field: '', reason: place.reason })
    unreadable ||= 'reason' in place
  }
  for (const name of [...present].sort()) {
    if (/\.(csv|json|geojson)$/i.test(name) && !known.has(name)) {
      issues.push({ file: name, line: 0, row: 0, field: '', reason: 'There is no list of this name in a bundle.' })
    }
  }
  if (files.length === 0 && !overlays && !unreadable) {
    issues.push({ file: folder, line: 0, row: 0, field: '', reason: 'There is no list of a bundle in this folder.' })
  }
  return { folder, files, overlays, issues, unreadable }
}

/** The rows of a file, one at a time. `onBytes` is told how much was read, `onColumns` the columns of a CSV file. */
export async function* readRows(
  file: BundleFile,
  on: { bytes?: (bytes: number) => void; columns?: (columns: string[], line: number) => void } = {},
): AsyncGenerator<SourceRow> {
  const text = readText(file.path, on.bytes)
  if (file.file.endsWith('.csv')) yield* readCsvRows(text, on.columns)
  else if (file.list === 'locations') yield* features(readJsonRows(text))
  else yield* readJsonRows(text)
}

/** A Feature as a row: its properties and its geometry; `id` names it where `pk` does not. */
async function* features(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    const { type, properties, geometry, id } = row.cells
    if (row.broken || type !== 'Feature') {
      yield { ...row, cells: {}, broken: row.broken ?? 'A GeoJSON Feature is needed.' }
    } else {
      const given = (properties ?? {}) as Record<string, unknown>
      yield { ...row, cells: { ...given, pk: given['pk'] ?? id, geometry } }
    }
  }
}
