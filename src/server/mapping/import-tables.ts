import { openAsBlob } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { ImportMapping } from '#contract/import-mapping.ts'
import type { Correction } from '#contract/imports.ts'
import { readEmbedded, type Embedded } from '#rules/import/embedded.ts'
import { isCompanion, isPicture, isTable, isWhole, isZip } from '#rules/import/file-kinds.ts'
import { isAnswered } from '#rules/import/questions.ts'
import { listFiles } from '../bundle/bundle-path.ts'
import type { Issue } from '../bundle/bundle-row.ts'
import { importBundle } from '../bundle/import-bundle.ts'
import type { ImportOptions } from '../bundle/import-options.ts'
import type { ImportReport } from '../bundle/import-report.ts'
import { LIST_NAMES, type ListName } from '../bundle/lists.ts'
import type { Trx } from '../database/tables.ts'
import { inspectUpload, isDocument } from '../scans/inspect-file.ts'
import type { PictureLimits } from '../scans/inspect-picture.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import { UnreadableTable, readTables, type SourceTable, type TableNotice } from '../tables/source-table.ts'
import { completeMapping, readKnownMapping, remember } from './known-mapping.ts'
import { tableOfPictures } from './pictures.ts'
import { mapTables, type MappedTables } from './map-tables.ts'
import { tableName } from './survey.ts'

export interface TablesImport extends Omit<ImportOptions, 'folder' | 'filesFolder' | 'source'> {
  /** Tables, and folders of tables, pictures, documents and recordings. */
  paths: readonly string[]
  source: string
  /** Of this run alone: the bundle that the tables become, and what became of each cell. */
  workFolder: string
  /** Instead of what is known of the source, or guessed. */
  mapping?: ImportMapping | undefined
  /** Instead of what cells say. */
  corrections?: readonly Correction[]
  /** Called for each row that is read, of which each is read several times. */
  onRow?: () => void
}

export interface TablesReport {
  /** What each table is taken for. */
  mapping: ImportMapping
  /** Programs that tables were recognized by, by table. */
  presets: Map<string, string>
  notices: ({ table: string } & TableNotice)[]
  /** As they were read, with corrections. */
  tables: SourceTable[]
  /** The folder of all pictures, documents and recordings, and their paths in it. */
  root: string
  files: string[]
  /** How many pictures say something of themselves. */
  embedded: number
  mapped?: MappedTables
  /** Missing while there are questions or problems. */
  report?: ImportReport
  /** Why nothing could be read. */
  problems: string[]
}

/** In folders: notes, and what an import wrote beside its tables. */
const OURS = /\.txt$|-(?:mapping|rejected-rows)\.json$/i
const isManyPages = (path: string, limits?: PictureLimits) => inspectUpload(path, limits).then(isDocument, () => false)

/** The folder that holds all of these. */
function commonFolder([first = sep, ...others]: readonly string[]): string {
  let common = first
  while (!others.every((each) => `${each}${sep}`.startsWith(common.endsWith(sep) ? common : `${common}${sep}`)))
    common = dirname(common)
  return common
}

/** Files of another kind that are named. */
const MOST_OTHERS = 20

/** What lies in the given files and folders. `others` is neither tables nor pictures. */
async function findFiles(paths: readonly string[], ignored: readonly string[]) {
  const tables: string[] = []
  const pictures: string[] = []
  const others: string[] = []
  for (const path of paths) {
    const isFolder = (await stat(path)).isDirectory()
    const isIgnored = (file: string) => ignored.some((each) => `${file}/`.startsWith(`${each.replace(/\/$/, '')}/`))
    const inside = isFolder ? (await listFiles(path)).filter((file) => !isIgnored(file)) : []
    for (const file of isFolder ? inside.map((each) => join(path, each)) : [path]) {
      if (isPicture(file)) pictures.push(file)
      else if (isFolder && isCompanion(file)) continue
      else if (!isFolder || ((isTable(file) || isZip(file)) && !OURS.test(file))) tables.push(file)
      else if (!OURS.test(file)) others.push(file)
    }
  }
  const root = commonFolder((pictures.length > 0 ? pictures : tables).map((file) => dirname(file)))
  return { tables, root, others, pictures: pictures.map((file) => relative(root, file).replaceAll(sep, '/')) }
}

/** A table whose cells are as they were corrected. */
function corrected(table: SourceTable, corrections: readonly Correction[], onRow = () => {}): SourceTable {
  const own = Map.groupBy(
    corrections.filter((each) => each.table === tableName(table)),
    ({ row }) => row,
  )
  return {
    ...table,
    async *rows() {
      for await (const row of table.rows()) {
        onRow()
        const cells = [...row.cells]
        for (const { column, value } of own.get(row.line) ?? []) {
          const at = table.headings.indexOf(column)
          if (at >= 0) cells[at] = value
        }
        yield { ...row, cells }
      }
    },
  }
}

/** Imports tables of other programs: read, mapped to a bundle, checked and written like one. Stops with questions before it changes anything. @throws {InvalidMapping} */
export async function importTables(given: TablesImport): Promise<TablesReport> {
  const { paths, workFolder, mapping: wanted, source, corrections = [], onRow, ...options } = given
  const { tables: files, root, others, pictures } = await findFiles(paths, options.ignored ?? [])
  const problems: string[] = []
  const notices: TablesReport['notices'] = others
    .slice(0, MOST_OTHERS)
    .map((file) => ({ table: basename(file), sentence: 'It is left aside: files of this kind are not read here.' }))
  const tables: SourceTable[] = []
  for (const file of files) {
    try {
      tables.push(...(await readTables(file)).map((table) => corrected(table, corrections, onRow)))
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error
      // Beside pictures there may be XML of any kind.
      const isOptional = /\.xml$/i.test(file) && !paths.includes(file)
      if (isOptional) notices.push({ table: basename(file), sentence: `It is left aside. ${error.message}` })
      else problems.push(`${basename(file)}: ${error.message}`)
    }
  }
  if (tables.length + problems.length + pictures.length === 0) problems.push('There is no table in what was given.')
  const said = new Map<string, Embedded>()
  for (const file of problems.length === 0 ? pictures : []) {
    const embedded = await readEmbedded(await openAsBlob(join(root, file)), file)
    if (embedded) said.set(file, embedded)
  }
  if (tables.length === 0 && pictures.length > 0) tables.push(tableOfPictures(pictures, said))
  const known = await readKnownMapping(options.db, source)
  const { mapping, presets } = completeMapping(tables, wanted, known)
  notices.push(...tables.flatMap((table) => table.notices.map((notice) => ({ table: tableName(table), ...notice }))))
  const found = { mapping, presets, notices, problems, tables, root, files: pictures, embedded: said.size }
  if (problems.length > 0) return found

  const target = join(workFolder, 'bundle')
  await mkdir(target, { recursive: true })
  for (const list of LIST_NAMES) await removeNonOriginal(join(target, `${list}.json`))
  // A TIFF may be a picture or a document of pages.
  const isKeptWhole = async (file: string) =>
    isWhole(file) || (/\.tiff?$/i.test(file) && (await isManyPages(join(root, file), options.limits)))
  const mapped = await mapTables({
    tables,
    files: pictures,
    isWhole: isKeptWhole,
    mapping,
    said,
    db: options.db,
    source,
    target,
  })
  if (mapped.origins.size === 0)
    found.problems.push(`${files.map((file) => basename(file)).join(', ')}: there is no row to import.`)
  const isAsking = mapped.questions.some((question) => !isAnswered(question, mapping))
  if (isAsking || problems.length > 0) return { ...found, mapped }
  const onWritten = async (trx: Trx, batch: string) => {
    await remember(trx, source, mapping, known)
    await options.onWritten?.(trx, batch)
  }
  const report = await importBundle({ ...options, folder: target, filesFolder: root, source, onWritten })
  return { ...found, mapped, report: inSourceTerms(report, mapped) }
}

/** Problems name table, row and column of the source instead of the bundle that it became. */
function inSourceTerms(report: ImportReport, mapped: MappedTables): ImportReport {
  const { origins, headingOf, keyOf } = mapped
  const originOf = (file: string, row: number) => origins.get(file.replace(/\.json$/, '') as ListName)?.[row - 1]
  const translate = <T extends Omit<Issue, 'field'>>(issue: T): T => {
    const origin = originOf(issue.file, issue.row)
    if (!origin) return issue
    const field = 'field' in issue && { field: headingOf(origin.table, String(issue.field)) }
    return {
      ...issue,
      reason: issue.reason.replace(/\b\d{15}\b/g, (number) => keyOf.get(Number(number)) ?? number),
      file: origin.table,
      line: /csv$/i.test(origin.table) ? origin.line : 0,
      row: origin.line,
      ...field,
    }
  }
  const { issues, warnings, conflicts } = report
  return {
    ...report,
    issues: issues.map(translate),
    warnings: [...mapped.warnings, ...warnings.map(translate)],
    conflicts: conflicts.map(translate),
  }
}
