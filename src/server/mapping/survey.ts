import type { DateOrder, ImportMapping, TableMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import { columnOrder, shownOrder } from '#rules/import/date-order.ts'
import { isNobody } from '#rules/import/person-names.ts'
import { plainText } from '#rules/import/plain-text.ts'
import { LISTS, type ListName } from '../bundle/lists.ts'
import type { Db } from '../database/tables.ts'
import type { SourceTable, TableRow } from '../tables/source-table.ts'
import { createRowMapper, kindOf, linkOf, namesIn, type MappedRow } from './map-row.ts'
import { addArchiveNames, createNameIndex } from './name-index.ts'
import { addOwnNames, numberOf, resolveNames, type NameQuestion } from './resolve-names.ts'

/** What a person has to decide before the import. */
export type Question = { about: 'dates'; table: string; column: string; example: string } | NameQuestion

/** A row that cannot be imported. */
export interface RowProblem {
  table: string
  row: number
  column: string
  sentence: string
}

export const tableName = ({ file, sheet }: SourceTable): string => (sheet === undefined ? file : `${file} / ${sheet}`)

/** A table and what it is. */
export interface Mapped {
  source: SourceTable
  name: string
  list: ListName
  mapping: TableMapping & { list: ListName }
}

/** Reads what the tables say: keys, names, orders of dates, and the parts of compound objects. */
export async function survey(tables: readonly Mapped[], { mapping, db }: { mapping: ImportMapping; db: Db }) {
  const index = createNameIndex()
  await addArchiveNames(db, index)
  const problems: RowProblem[] = []
  const questions: Question[] = []
  const written = new Map<RecordKind, Map<string, number>>()
  const keys = new Map<string, string>()
  const parts = new Map<string, { cells: Record<string, string> }[]>()
  const orders = new Map<string, Record<string, DateOrder>>()
  for (const { source, name, list, mapping: table } of tables) {
    const map = createRowMapper(table, () => 'leave')
    const shown = new Map<string, Set<string>>()
    const keyOf = createKeys(table)
    for await (const row of source.rows()) {
      const cells = cellsOf(source, row)
      const mapped = map(cells)
      const key = keyOf(mapped, cells)
      const place = `${list} ${key}`
      if (keys.has(place)) {
        const column = Object.keys(table.columns).find((heading) => table.columns[heading] === 'key') ?? ''
        const sentence = `“${key}” is the key of ${keys.get(place)}, too.`
        problems.push({ table: name, row: row.line, column, sentence })
      } else keys.set(place, `${name}, row ${row.line}`)
      if (mapped.parent && mapped.files.length > 0)
        parts.set(mapped.parent, [...(parts.get(mapped.parent) ?? []), { cells }])
      addOwnNames(index, list, numberOf(list, key), key, mapped.fields)
      for (const [heading, target] of Object.entries(table.columns)) {
        const cell = cells[heading] ?? ''
        if (cell === '') continue
        if (LISTS[list].columns[target]?.kind === 'date' && shownOrder(cell)) {
          const dates = shown.get(heading) ?? new Set()
          shown.set(heading, dates.add(cell))
        }
        if (!linkOf(list, target)) continue
        for (const each of namesIn(table, heading, cell)) {
          const kind = kindOf(list, target, each)
          if (kind === 'people' && isNobody(each)) continue
          const names = written.get(kind) ?? new Map<string, number>()
          written.set(kind, names.set(each, (names.get(each) ?? 0) + 1))
        }
      }
    }
    const found: Record<string, DateOrder> = { ...table.dates }
    for (const [column, dates] of shown) {
      const order = columnOrder(dates)
      const example = [...dates].find((date) => shownOrder(date) === 'open')
      if (order === 'day first' || order === 'month first') found[column] ??= order
      else if (example !== undefined && !found[column]) questions.push({ about: 'dates', table: name, column, example })
    }
    orders.set(name, found)
  }
  const { resolutions, doubts } = resolveNames(written, { index, mapping })
  questions.push(...doubts)
  return { problems, questions, keys, parts, orders, resolutions }
}

/** Keys of rows: what their table says, or else the cells that identify them, counted where rows are alike. */
export function createKeys({ list, columns }: TableMapping & { list: ListName }) {
  const seen = new Map<string, number>()
  const identity = LISTS[list].identity ?? []
  const identifying = Object.keys(columns).filter((heading) => [...identity, 'full_name'].includes(columns[heading]!))
  return ({ key, fields }: MappedRow, cells: Record<string, string>): string => {
    if (list === 'lots') return String(fields['lotNum'] ?? key)
    if (key !== '') return key
    const own = identifying.map((heading) => cells[heading]!)
    const content = JSON.stringify(own.some(Boolean) ? own : Object.values(cells))
    const count = (seen.get(content) ?? 0) + 1
    seen.set(content, count)
    return `${content} ${count}`
  }
}

/** Cells by heading, without the formatting of web pages. */
export const cellsOf = ({ headings }: SourceTable, { cells }: TableRow): Record<string, string> =>
  Object.fromEntries(headings.map((heading, at) => [heading, plainText(cells[at] ?? '')]))
