import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import type { OverlayInput } from '../raster/prepare-overlay.ts'
import { listFiles } from './bundle-path.ts'
import type { Issue } from './bundle-row.ts'
import type { BundleFolder } from './bundle-folder.ts'
import { SOURCE_FILE } from './bundle-source.ts'
import { LIST_NAMES } from './lists.ts'
import { MAP_LAYERS_FILE } from './map-layers-file.ts'
import { OVERLAYS_LIST } from './overlays-list.ts'

/** Files in which other programs keep records, and tables saved as text. */
const TABLE = new RegExp(
  `\\.(?:csv|(?:geo)?json|tsv|tab|xls[xmb]?|f?ods|numbers|ged(?:com)?|gramps|shp|dbf|gpkg|km[lz]|gml|mdb|accdb|sqlite3?|db)$|(?:^|/)(?:${LIST_NAMES.join('|')})\\.(?:txt|xml)$`,
  'i',
)
/** Read elsewhere, and what earlier versions of the import may have written there. */
const KNOWN = [OVERLAYS_LIST, MAP_LAYERS_FILE, SOURCE_FILE, 'rejected-rows.json', 'import-problems.txt']
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
