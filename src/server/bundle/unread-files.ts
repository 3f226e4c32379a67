import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import type { OverlayInput } from '../raster/prepare-overlay.ts'
import { listFiles } from './bundle-path.ts'
import type { Issue } from './bundle-row.ts'
import type { BundleFolder } from './bundle-folder.ts'
import { LIST_NAMES } from './lists.ts'
import { MAP_LAYERS_FILE } from './map-layers-file.ts'
import { OVERLAYS_LIST } from './overlays-list.ts'

/** Files in which other programs keep records, and tables saved as text. */
const TABLE = new RegExp(
  `\\.(?:csv|(?:geo)?json|tsv|tab|xls[xmb]?|f?ods|numbers|ged(?:com)?|gramps|shp|dbf|gpkg|km[lz]|gml|mdb|accdb|sqlite3?|db)$|(?:^|/)(?:${LIST_NAMES.join('|')})\\.(?:txt|xml)$`,
  'i',
)
/** What this program itself writes (scripts/archive/import.ts). */
const OURS = ['rejected-rows.json', 'import-problems.txt']
const stem = (file: string) => file.replace(/\.[^./]*$/, '')

/** Names what was not read: `tables` are files that look like tables and must not be passed over, unless they or their folder are ignored. */
export async function findUnreadFiles(
  { folder, files, issues }: BundleFolder,
  { pictures, maps, ignored }: { pictures: Set<string>; maps: readonly OverlayInput[]; ignored: readonly string[] },
): Promise<{ tables: Issue[]; others: Issue[] }> {
  const root = await realpath(folder)
  // Control points may lie beside their picture, under its name.
  const ofMaps = maps.flatMap(({ file, georeference = file }) => [file, georeference, stem(file)])
  const read = new Set([...files, ...issues].map(({ file }) => file).concat(OURS, OVERLAYS_LIST, MAP_LAYERS_FILE))
  for (const path of ofMaps) read.add(relative(root, path).replaceAll('\\', '/'))
  const isRead = (file: string) =>
    read.has(file) || pictures.has(file) || (read.has(stem(file)) && !TABLE.test(stem(file)))
  const isIgnored = (file: string) => ignored.some((each) => `${file}/`.startsWith(`${each.replace(/\/$/, '')}/`))
  const unread = (await listFiles(folder)).filter((file) => !isRead(file) && !isIgnored(file))
  const issue = (file: string, reason: string): Issue => ({ file, line: 0, row: 0, field: '', reason })
  return {
    tables: unread
      .filter((file) => TABLE.test(file))
      .map((file) =>
        issue(
          file,
          `This file looks like a table, but is none of a bundle. Save it as CSV under the name of a table, or go on without it: --ignore "${file}".`,
        ),
      ),
    others: unread
      .filter((file) => !TABLE.test(file))
      .map((file) => issue(file, 'No row that is imported names this file. It was not read.')),
  }
}
