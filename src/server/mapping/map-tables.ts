import { hash } from 'node:crypto'
import { dirname, join, posix } from 'node:path'
import type { ImportMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Embedded } from '#rules/import/embedded.ts'
import { matchFiles } from '#rules/import/match-files.ts'
import type { Issue, Key } from '../bundle/bundle-row.ts'
import { LISTS, LIST_NAMES, type ListName } from '../bundle/lists.ts'
import type { Db } from '../database/tables.ts'
import type { SourceTable, TableRow } from '../tables/source-table.ts'
import { createLosses, type ColumnLosses, type Told } from './losses.ts'
import { createRowMapper } from './map-row.ts'
import { cellsSaid, PICTURE_COLUMNS, withPictures } from './pictures.ts'
import { addNote, linkOf, type MappedRow, type Resolved } from './put-cell.ts'
import { MADE, numberOf } from './resolve-names.ts'
import { cellsOf, createKeys, isMended, survey, tableName, type Mapped, type Question } from './survey.ts'
import { createListWriter, type Origin } from './write-lists.ts'

export interface MappedTables {
  questions: Question[]
  /** Rows and new names that may mean a record or another name. */
  warnings: Issue[]
  losses: ColumnLosses[]
  lossesFile: string
  /** Where each row of a list comes from, by its index. */
  origins: Map<ListName, Origin[]>
  /** Headings of fields, by table. */
  headingOf: (table: string, field: string) => string
  /** Names that became new records, by list. */
  added: Map<RecordKind, string[]>
  /** Pictures that no row names or is called like. */
  filesWithoutRow: string[]
  /** Keys of the source by the numbers that were derived from them; addresses of pictures on the web that are not among the files. */
  keyOf: Map<Key, string>
  webFiles: Set<string>
  /** By their keys, or by row and table. */
  rowsWithoutFile: string[]
}

export interface MapOptions {
  tables: readonly SourceTable[]
  /** Paths of pictures, documents and recordings with `/`, as the derived bundle names them. */
  files: readonly string[]
  /** Whether a file is a document or a recording, and no picture. */
  isWhole: (file: string) => Promise<boolean>
  mapping: ImportMapping
  /** What pictures say of themselves, by their paths. */
  said?: ReadonlyMap<string, Embedded>
  db: Db
  /** Whose rows may have been imported before. */
  source?: string
  /** An empty folder for the bundle that the tables become. */
  target: string
}

/** Turns tables into a bundle in `target`, which the import then checks and writes like any other. */
export async function mapTables(options: MapOptions): Promise<MappedTables> {
  const { mapping, files, target, db, said = new Map<string, Embedded>() } = options
  const mappings = new Map(mapping.tables.map((table) => [table.table, table]))
  const order = (list: ListName) => LIST_NAMES.indexOf(list)
  const tables = options.tables
    .flatMap((source): Mapped[] => {
      const name = tableName(source)
      const table = mappings.get(name)
      return table && table.list !== ''
        ? [{ source, name, list: table.list, mapping: { ...table, list: table.list } }]
        : []
    })
    // What was given back mended counts before what it mends.
    .toSorted((a, b) => order(a.list) - order(b.list) || Number(isMended(b.mapping)) - Number(isMended(a.mapping)))
  const known = await survey(tables, { mapping, db, said }, options.source ?? '')
  const keys = createKeys(mapping)
  const losses = createLosses(join(dirname(target), 'cells.csv'))
  const writer = createListWriter(target)
  const used = new Map<Key, [RecordKind, string]>()
  const identifiers = tables.some(({ list }) => list === 'items')
    ? [...known.keys.keys()].flatMap((place) => (place.startsWith('items ') ? [place.slice(6)] : []))
    : []
  const matched = matchFiles(identifiers, files)
  const [named, addresses] = [new Set<string>(), new Set<string>()]
  const rowsWithoutFile: string[] = []
  const webFiles = new Set<string>()
  const numbered = new Map<Key, string>()
  const find = createFileLookup(files)
  const filesOf = (row: MappedRow, key: string) => (row.files.length > 0 ? row.files : (matched.files.get(key) ?? []))
  /** Named by the row or called like it, then those of its parts. */
  const picturesOf = (row: MappedRow, key: string, map: (cells: Record<string, string>) => MappedRow) => {
    const all = filesOf(row, key).map((file, at): [file: string, alt: string] => [file, at === 0 ? row.alt : ''])
    for (const { key: partKey, cells } of known.parts.get(key) ?? []) {
      const part = map(cells)
      const own = filesOf(part, partKey)
      if (own.length === 0) continue
      for (const file of own) all.push([file, part.alt || String(part.fields['title'] ?? '').slice(0, 200)])
      // The names of a part are the item's, too.
      for (const [field, value] of Object.entries(part.fields))
        if (Array.isArray(value))
          row.fields[field] = [
            ...new Set([...((row.fields[field] as unknown[] | undefined) ?? []), ...(value as unknown[])]),
          ]
        else if (linkOf('items', field)) row.fields[field] ??= value
      addNote(row, `Part: ${part.outcomes.map(([heading, cell]) => `${heading}: ${cell}`).join('; ')}`)
    }
    return all
  }
  for (const { source, name, list, mapping: table } of tables) {
    const resolve = (kind: RecordKind, written: string): Resolved => {
      const resolved = known.resolutions.get(`${kind} ${written}`) ?? 'leave'
      if (resolved !== 'leave' && resolved.isNew) {
        // “Ross, Ada, 1871-1940” says more than “Ada Ross”.
        if (written.length > (used.get(resolved.key)?.[1].length ?? 0)) used.set(resolved.key, [kind, written])
      }
      return resolved
    }
    const whole = withPictures({ ...table, dates: known.orders.get(name)! }, mapping.embedded)
    const map = createRowMapper(whole, resolve, known.placeAt)
    const keyOf = keys.of(table)
    const keyHeading = source.headings.find((heading) => ['key', 'lotNum'].includes(table.columns[heading]!))
    /** `teller`: the only column that tells why the row is left out. */
    const addLosses = ({ cells, line }: TableRow, { outcomes }: MappedRow, whole?: Told, teller?: string) => {
      const told = new Map(outcomes.map(([heading, ...rest]) => [heading, rest]))
      for (const [at, heading] of [...source.headings, ...PICTURE_COLUMNS].entries()) {
        const cell = cells[at] ?? told.get(heading)?.[0] ?? ''
        const [plain, outcome, reason] = told.get(heading) ?? ['', 'left out', 'There is only formatting.']
        if (whole && cell) losses.add(name, line, heading, cell, whole, heading !== (teller ?? heading))
        else if (outcome === 'kept' && plain !== cell)
          losses.add(name, line, heading, cell, ['changed', 'The formatting of a web page is plain text.'])
        else if (cell) losses.add(name, line, heading, cell, [outcome, reason])
      }
    }
    for await (const row of source.rows()) {
      const cells = cellsOf(source, row, table)
      let mapped = map(cells)
      const { key, first, mended } = keyOf(mapped, cells, `${name}, row ${row.line}`)
      const doubled = mended ? `It is mended in ${first}.` : `“${key}” is the key of ${first}, too.`
      const why = mapped.leftOut ?? (first && doubled)
      if (why) {
        addLosses(row, mapped, ['left out', why], keyHeading)
        continue
      }
      const place = { table: name, line: row.line }
      if (list === 'items' && known.keys.has(`items ${mapped.parent}`) && filesOf(mapped, key).length > 0) {
        addLosses(row, mapped, ['moved', `It is a part of “${mapped.parent}”, in the notes of the staff.`])
        continue
      }
      const picture = list === 'items' ? said.get(find(filesOf(mapped, key)[0] ?? '') ?? '') : undefined
      if (picture) mapped = map({ ...cells, ...cellsSaid(picture, table, cells) })
      const number = numberOf(list, key)
      numbered.set(number, key)
      if (list === 'items' && mapped.key !== '' && mapped.key !== key) leaveKey(mapped, table.columns)
      leaveSharedAddress(mapped, addresses)
      if (mapped.parent) addNote(mapped, `Part of ${mapped.parent}`)
      const pictures = list === 'items' ? picturesOf(mapped, key, map) : []
      const there = pictures.flatMap(([written, alt]) => {
        const file = find(written)
        if (file === undefined) leaveFile(mapped, written, table.columns)
        if (file === undefined && WEB.test(written)) webFiles.add(written)
        return file === undefined ? [] : { file, alt }
      })
      // Of scans, files and portraits.
      if (typeof mapped.fields['file'] === 'string') {
        const file = find(mapped.fields['file'])
        if (file === undefined) {
          rowsWithoutFile.push(`row ${row.line} of ${name}`)
          addLosses(row, mapped, ['left out', 'There is no such file.'])
          continue
        }
        mapped.fields['file'] = file
        named.add(file)
      }
      writer.add(list, { ...mapped.fields, [LISTS[list].key]: number }, place)
      for (const lotNum of mapped.lots) writer.add('lots', { lotNum, location: number }, place)
      for (const name of mapped.earlier) writer.add('place_names', { ...name, location: number }, place)
      for (const [at, { file, alt }] of there.entries()) {
        named.add(file)
        const to = (await options.isWhole(file)) ? 'files' : 'scans'
        const scan = { id: numberOf(to, `${key} ${file}`), item: number, file, order: at + 1 }
        writer.add(to, { ...scan, ...(to === 'scans' && alt && { alt }) }, place)
      }
      if (list === 'items' && files.length > 0 && there.length === 0)
        rowsWithoutFile.push(mapped.key || `row ${row.line} of ${name}`)
      addLosses(row, mapped)
    }
  }
  for (const [number, [kind, name]] of used)
    writer.add(
      kind,
      { ...MADE[kind]!(name), [LISTS[kind].key]: kind === 'lots' ? name : number },
      { table: `the name “${name}”`, line: 0 },
    )
  const origins = writer.finish()
  return {
    ...{ questions: known.questions, warnings: known.warnings, origins },
    losses: losses.finish(),
    lossesFile: losses.path,
    headingOf: (table, field) =>
      Object.entries(mappings.get(table)?.columns ?? {}).find(([, to]) => to === field)?.[0] ?? field,
    added: new Map(
      [...Map.groupBy(used.values(), ([kind]) => kind)].map(([kind, names]) => [kind, names.map(([, name]) => name)]),
    ),
    filesWithoutRow: files.filter((file) => !named.has(file)),
    ...{ rowsWithoutFile, webFiles, keyOf: numbered },
  }
}

const WEB = /^https?:\/\//i
/** What a picture of the web is called once it was fetched, without its ending. */
export const fetchedName = (address: string) =>
  `${/([\w-]{0,60})(?:\.\w+|\/full\/\w+\/0\/default\.jpg)?$/.exec(address)?.[1] ?? ''}-${hash('sha256', address).slice(0, 12)}`

/** No two items have one address: that of a finding aid, on every row, is a note. */
function leaveSharedAddress(row: MappedRow, addresses: Set<string>): void {
  const address = row.fields['externalRecordURL']
  if (typeof address !== 'string' || !addresses.has(address)) return void addresses.add(String(address))
  delete row.fields['externalRecordURL']
  for (const outcome of row.outcomes.filter(([, cell, kept]) => cell === address && kept === 'kept')) {
    addNote(row, `${outcome[0]}: ${address}`)
    ;[outcome[2], outcome[3]] = ['moved', 'Another row has this address. It is in the notes of the staff.']
  }
}

/** No two items have one identifier: a doubled one is a note. */
function leaveKey(row: MappedRow, columns: Record<string, string>): void {
  delete row.fields['archival_identifier']
  for (const outcome of row.outcomes.filter(([heading]) => columns[heading] === 'key')) {
    addNote(row, `${outcome[0]}: ${outcome[1]}`)
    ;[outcome[2], outcome[3]] = ['moved', 'Another row has this key. It is in the notes of the staff.']
  }
}

function leaveFile(row: MappedRow, written: string, columns: Record<string, string>): void {
  const why = WEB.test(written) ? 'The picture is on the web and was not fetched.' : 'There is no such file.'
  addNote(row, `File: ${written}`)
  for (const outcome of row.outcomes)
    if (columns[outcome[0]] === 'file' && outcome[1].includes(written))
      [outcome[2], outcome[3]] = ['moved', `${why} Its name is in the notes of the staff.`]
}

/** Finds a file by its path or its name alone, in any letter case, with / or \. */
function createFileLookup(files: readonly string[]) {
  const fold = (path: string) => posix.normalize(path.replaceAll('\\', '/')).normalize('NFC').toLowerCase()
  const paths = new Map(files.map((file) => [fold(file), file]))
  const names = Map.groupBy(files, (file) => posix.basename(fold(file)))
  const stems = Map.groupBy(files, (file) => posix.basename(fold(file)).replace(/\.[^.]*$/, ''))
  return (written: string): string | undefined => {
    const name = posix.basename(fold(written))
    const found = [names.get(name), stems.get(name), stems.get(fold(fetchedName(written)))]
    const candidates = found.find((each) => each?.length === 1)
    return paths.get(fold(written)) ?? candidates?.[0]
  }
}
