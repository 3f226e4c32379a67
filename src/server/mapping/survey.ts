import type { DateOrder, ImportMapping } from '#contract/import-mapping.ts'
import type { Geometry } from '#contract/location.ts'
import type { RecordKind } from '#contract/record.ts'
import { columnOrder, shownOrder } from '#rules/import/date-order.ts'
import type { Embedded } from '#rules/import/embedded.ts'
import { isNobody } from '#rules/import/person-names.ts'
import { createPlaceIndex } from '#rules/import/place-index.ts'
import { plainText } from '#rules/import/plain-text.ts'
import type { Issue, Key } from '../bundle/bundle-row.ts'
import { LISTS, type ListName } from '../bundle/lists.ts'
import type { Db } from '../database/tables.ts'
import type { SourceTable, TableRow } from '../tables/source-table.ts'
import { createRowMapper } from './map-row.ts'
import { addArchiveNames, addArchivePlaces, createNameIndex, type Named } from './name-index.ts'
import { kindOf, linkOf, namesIn, type ListMapping, type MappedRow } from './put-cell.ts'
import { addOwnNames, numberOf, resolveNames, type NameQuestion } from './resolve-names.ts'

/** What a person decides, answered by the mapping or not (rules/import/questions.ts). `doubled`: how many rows have the key of another one, and the first of them. */
export type Question =
  | { about: 'dates'; table: string; column: string; example: string }
  | { about: 'doubled'; count: number; rows: DoubledRow[] }
  | NameQuestion

/** Doubled rows of a question. */
const SHOWN = 12
/** `first` and `row`: “catalogue.csv, row 2”. */
interface DoubledRow {
  key: string
  first: string
  row: string
}

/** A table and what it is. */
export interface Mapped {
  source: SourceTable
  name: string
  list: ListName
  mapping: ListMapping
}

export const tableName = ({ file, sheet }: SourceTable): string => (sheet === undefined ? file : `${file} / ${sheet}`)

const nameAndYears = ({ name, born, died }: Pick<Named, 'name' | 'born' | 'died'>) =>
  born || died ? `${name}, ${born ?? ''}–${died ?? ''}` : name

/** Reads what the tables say `from` a source: keys, names, orders of dates, and the parts of compound objects. */
export async function survey(
  tables: readonly Mapped[],
  { mapping, db, said }: { mapping: ImportMapping; db: Db; said: ReadonlyMap<string, Embedded> },
  from: string,
) {
  const index = createNameIndex()
  await addArchiveNames(db, index)
  const rows = db.selectFrom('imported_row').select(['list', 'key', 'record_key']).where('source', '=', from)
  const imported = new Map((await rows.execute()).map((each) => [`${each.list} ${each.key}`, each.record_key]))
  const ownKey = (list: ListName, number: Key, row: string) => {
    const record = Number(imported.get(`${list} ${number}`))
    return index.has(list as RecordKind, record) ? { key: record } : { key: number, row }
  }
  const warnings: Issue[] = []
  const warn = (file: string, line: number, reason: string) =>
    void warnings.push({ file, line, row: line, field: '', reason })
  const hasPoints = tables.some(({ mapping: { columns } }) => Object.values(columns).includes('latitude'))
  const places = createPlaceIndex<Key>()
  if (hasPoints) await addArchivePlaces(db, places)
  const questions: Question[] = []
  const doubled: DoubledRow[] = []
  const written = new Map<RecordKind, Set<string>>()
  const keys = createKeys(mapping)
  const parts = new Map<string, { key: string; cells: Record<string, string> }[]>()
  const orders = new Map<string, Record<string, DateOrder>>()
  const addNames = (list: ListName, target: string, all: readonly string[]) => {
    for (const each of all) {
      const kind = kindOf(list, target, each)
      if (kind !== 'people' || !isNobody(each)) written.set(kind, (written.get(kind) ?? new Set()).add(each))
    }
  }
  for (const { creators, keywords, place } of mapping.embedded === 'use' ? said.values() : []) {
    addNames('items', 'creator', creators)
    addNames('items', 'subject', keywords)
    addNames('items', 'location', [place])
  }
  for (const { source, name, list, mapping: table } of tables) {
    const map = createRowMapper(table, () => 'leave')
    const shown = new Map<string, Set<string>>()
    const keyOf = keys.of(table)
    for await (const row of source.rows()) {
      const cells = cellsOf(source, row, table)
      const mapped = map(cells)
      const at = `${name}, row ${row.line}`
      const { key, first, mended } = keyOf(mapped, cells, at)
      if (first !== undefined) {
        if (!mended) doubled.push({ key, first, row: at })
        continue
      }
      if (mapped.parent) parts.set(mapped.parent, [...(parts.get(mapped.parent) ?? []), { key, cells }])
      const { geometry } = mapped.fields
      if (hasPoints && list === 'locations' && geometry) places.add(numberOf(list, key), geometry as Geometry)
      for (const lot of mapped.lots) index.add('lots', { key: lot, name: lot }, [lot])
      const own = ownKey(list, numberOf(list, key), at)
      for (const { name } of [...mapped.earlier, ...mapped.lots.map((lot) => ({ name: `Lot ${lot}` }))])
        index.add('locations', { ...own, name }, [name])
      const same = addOwnNames(index, list, own, key, mapped.fields)?.map(nameAndYears)
      if (same) warn(name, row.line, `${same.join(' may be the record ')}.`)
      for (const [heading, target] of Object.entries(table.columns)) {
        const cell = cells[heading] ?? ''
        if (cell === '') continue
        if (LISTS[list].columns[target]?.kind === 'date' && shownOrder(cell)) {
          const dates = shown.get(heading) ?? new Set()
          shown.set(heading, dates.add(cell))
        }
        if (!linkOf(list, target)) continue
        addNames(list, target, namesIn(table, heading, cell))
      }
    }
    const found: Record<string, DateOrder> = { ...table.dates }
    for (const [column, dates] of shown) {
      const order = columnOrder(dates)
      const example = [...dates].find((date) => shownOrder(date) === 'open')
      if (order === 'day first' || order === 'month first') found[column] ??= order
      else if (example !== undefined) questions.push({ about: 'dates', table: name, column, example })
    }
    orders.set(name, found)
  }
  const { resolutions, doubts, almost } = resolveNames(written, { index, mapping })
  for (const [name, other] of almost) warn(`the name “${name}”`, 0, `“${name}” is almost ${nameAndYears(other)}.`)
  questions.push(...doubts)
  if (doubled.length > 0) questions.push({ about: 'doubled', count: doubled.length, rows: doubled.slice(0, SHOWN) })
  return { questions, warnings, keys: keys.known, parts, orders, resolutions, placeAt: places.at }
}

/** A column of what was given back to be corrected. */
export const PROBLEM = 'Problem'
/** True for a table that was given back as the spreadsheet of problems. */
export const isMended = ({ columns }: ListMapping): boolean => columns[PROBLEM] === 'leave'

/** Keys of rows, which their table says or the cells that identify them are. Rows alike are counted; one of a doubled key is known by its cells; a mended one takes the place of those with its key. */
export function createKeys({ doubled }: Pick<ImportMapping, 'doubled'>) {
  /** Where each is, by list and key. */
  const known = new Map<string, string>()
  /** Those that are mended. */
  const mending = new Set<string>()
  const of = (table: ListMapping) => {
    const { list, columns } = table
    const identity = LISTS[list].identity ?? []
    const identifying = Object.keys(columns).filter((heading) => [...identity, 'full_name'].includes(columns[heading]!))
    /** `first`: where the row is that has this key and counts instead, perhaps as it is `mended`. */
    return ({ key: written, fields }: MappedRow, cells: Record<string, string>, at: string) => {
      const key = list === 'lots' ? String(fields['lotNum'] ?? written) : written
      if (list === 'lots' && key === '') return { key }
      const place = `${list} ${key}`
      const first = key === '' ? undefined : known.get(place)
      const mended = first !== undefined && !isMended(table) && mending.has(place)
      if (first !== undefined && (mended || doubled !== 'all')) {
        // Where all rows of a key are records, it is one of them.
        if (doubled === 'all') mending.delete(place)
        return { key, first, mended }
      }
      if (isMended(table)) mending.add(place)
      const own = identifying.map((heading) => cells[heading]!)
      const content = JSON.stringify(key === '' && own.some(Boolean) ? own : Object.values(cells))
      let unique = key === '' ? `${content} 1` : first === undefined ? key : `${key} ${content}`
      for (let count = 2; known.has(`${list} ${unique}`); count += 1) unique = `${key && `${key} `}${content} ${count}`
      known.set(`${list} ${unique}`, at)
      return { key: unique }
    }
  }
  return { known, of }
}

/** Cells by heading, without the formatting of web pages. A census has the names of a person apart: both are in the cell of the surname. */
export function cellsOf({ headings }: SourceTable, { cells }: TableRow, { list, columns }: ListMapping) {
  const found = Object.fromEntries(headings.map((heading, at) => [heading, plainText(cells[at] ?? '')]))
  const headingOf = (target: string) => headings.find((each) => columns[each] === target) ?? ''
  const [last, given] = [headingOf('person'), found[headingOf('given_names')]]
  if (list !== 'people' && found[last] && given) found[last] += `, ${given}`
  return found
}
