import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { csvRow } from '#rules/markup/csv.ts'
import { indexName } from '#rules/names/record-names.ts'
import type { Db } from '../database/tables.ts'
import { RECORD_LINKS, RECORD_TABLES, untyped } from '../records/tables.ts'
import { guardCell } from '../tables/formula-guard.ts'
import { workbookOf, type Sheet } from '../tables/write-xlsx.ts'
import { keysIn, namesBeside } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

export const TABLE_FORMATS = ['csv', 'xlsx'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]
/** The path of a file of a row in the folder, with its ending. */
export type FileOf = (list: ListName, row: RecordFields, ending: string) => string

/** By this mark, Excel recognizes UTF-8. */
export const BOM = '\uFEFF'

/** What records that others name are called. */
const NAME_COLUMNS: Partial<Record<RecordKind, readonly string[]>> = {
  people: ['first_name', 'middle_name', 'surname'],
  organizations: ['name'],
  subjects: ['subject_name'],
  collections: ['collection_name'],
  locations: ['name', 'address'],
  items: ['title'],
}
type Names = Map<RecordKind, Map<unknown, string>>

async function readNames(db: Db): Promise<Names> {
  const names: Names = new Map()
  for (const [kind, columns] of Object.entries(NAME_COLUMNS) as [RecordKind, string[]][]) {
    const [table, key]: readonly [string, string] = RECORD_TABLES[kind]
    const rows = await untyped(db)
      .selectFrom(table)
      .select([key, ...columns])
      .execute()
    const nameOf = (row: Record<string, unknown>) =>
      kind === 'people'
        ? indexName(row as Record<'first_name' | 'middle_name' | 'surname', string>)
        : columns.map((each) => row[each]).find(Boolean)
    names.set(kind, new Map(rows.map((row) => [row[key], String(nameOf(row) ?? '')])))
  }
  return names
}

/** A value as one cell, as the import reads it: lists with semicolons, or as JSON where a value has one. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value as string)
  const texts = value.map(String)
  return texts.some((text) => /[;[]/.test(text) || text.trim() !== text) ? JSON.stringify(value) : texts.join(';')
}

/** The text of a CSV file that no spreadsheet runs. */
export async function* csvText(table: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield BOM
  for await (const cells of table) yield csvRow(cells.map(guardCell))
}

/** A workbook is written as a whole. */
export const rowsOf = (table: AsyncIterable<string[]>): Promise<string[][]> => Readable.from(table).toArray()

/** Writes lists as tables: a CSV file each, or one workbook with a sheet each. Beside each number of a record stands its name, in a column that the import leaves aside. */
export async function createTables(db: Db, folder: string, format: TableFormat) {
  const names = await readNames(db)
  const identifiers = new Map(
    (await db.selectFrom('item').select(['id', 'archival_identifier']).execute()).map((row) => [
      row.id,
      row.archival_identifier,
    ]),
  )
  const taken = new Set<string>()
  const sheets: Sheet[] = []

  async function* tableOf(list: ListName, rows: AsyncIterable<RecordFields>): AsyncGenerator<string[]> {
    const links = RECORD_LINKS[list]
    const columns = Object.keys(LISTS[list].columns).filter(
      (field) => (field !== 'geometry' && field !== 'lot') || list !== 'locations',
    )
    const isNamed = (field: string) => names.has(links[field]!)
    yield columns.flatMap((field) => (isNamed(field) ? [field, namesBeside(field)] : [field]))
    for await (const each of rows) {
      const row = list === 'locations' ? { ...(each['properties'] as RecordFields) } : each
      yield columns.flatMap((field) => {
        const cell = cellText(row[field])
        if (!isNamed(field)) return [cell]
        return [
          cell,
          keysIn(row[field])
            .map((key) => names.get(links[field]!)!.get(key) ?? '')
            .join('; '),
        ]
      })
    }
  }

  return {
    /** Pictures are called after the identifier of their item and their order. */
    fileOf(list, row, ending) {
      const item = Number(row['item'] ?? 0)
      const name =
        list === 'person_images' ? `person-${String(row['person'])}` : identifiers.get(item) || `item-${item}`
      const base = `${name.replace(/[^\p{L}\p{N}.-]+/gu, '_').slice(0, 80)}${row['order'] === undefined ? '' : `-${String(row['order'])}`}`
      let path = `images/${base}${ending}`
      if (taken.has(path.toLowerCase())) path = `images/${base} ${list} ${String(row['id'])}${ending}`
      taken.add(path.toLowerCase())
      return path
    },
    tableOf,
    /** Returns how many rows. */
    async write(list: ListName, rows: AsyncIterable<RecordFields>): Promise<number> {
      let count = -1
      async function* counted() {
        for await (const cells of tableOf(list, rows)) {
          count += 1
          yield cells
        }
      }
      if (format === 'xlsx') sheets.push({ sheet: list, data: await rowsOf(counted()) })
      else await pipeline(csvText(counted()), createWriteStream(join(folder, `${list}.csv`), { flush: true }))
      return count
    },
    async finish(): Promise<void> {
      if (sheets.length > 0) await workbookOf(sheets).toFile(join(folder, 'archive.xlsx'))
    },
  } satisfies { fileOf: FileOf } & Record<string, unknown>
}
