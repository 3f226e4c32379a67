import { posix } from 'node:path'
import type { ImportMapping, TableMapping } from '#contract/import-mapping.ts'
import type { Embedded } from '#rules/import/embedded.ts'
import { matchFiles } from '#rules/import/match-files.ts'
import type { SourceTable, TableRow } from '../tables/source-table.ts'
import { createFileLookup } from './find-file.ts'
import type { Mapped } from './mapped-row.ts'
import { partsOf, separatorsOf } from './read-cell.ts'

/** Columns that pictures add to tables of items, the field that each is of, and what it holds. */
const COLUMNS: Record<string, [field: string, values: (said: Embedded) => readonly string[]]> = {
  'Picture: title': ['title', ({ title }) => [title]],
  'Picture: caption': ['general_description', ({ caption }) => [caption]],
  'Picture: date': ['date_start', ({ date }) => [date]],
  'Picture: creator': ['creator', ({ creators }) => creators],
  'Picture: keywords': ['subject', ({ keywords }) => keywords],
  'Picture: place': ['location', ({ place }) => [place]],
}
/** True for a column that its table does not have. */
export const isEmbedded = (heading: string): boolean => Object.hasOwn(COLUMNS, heading)

/** Adds what the first picture of each row says of fields that the row leaves empty: for the notes, or for the field where the mapping says so. */
export async function withEmbedded(
  tables: readonly Mapped[],
  {
    files,
    said,
    embedded,
  }: Pick<ImportMapping, 'embedded'> & { files: readonly string[]; said: ReadonlyMap<string, Embedded> },
): Promise<Mapped[]> {
  if (said.size === 0) return [...tables]
  const find = createFileLookup(files)
  const headingsOf = ({ columns }: TableMapping, target: string) =>
    Object.keys(columns).filter((heading) => columns[heading] === target)
  const identifiers = new Set<string>()
  for (const { source, list, mapping } of tables) {
    const at = source.headings.indexOf(headingsOf(mapping, 'key')[0] ?? '')
    if (list === 'items' && at >= 0) for await (const { cells } of source.rows()) identifiers.add(cells[at] ?? '')
  }
  const matched = matchFiles(identifiers, files).files
  return tables.map((table) => {
    const { source, list, mapping } = table
    if (list !== 'items') return table
    const { headings } = source
    const cellsAt = (target: string, cells: readonly string[]) =>
      headingsOf(mapping, target).flatMap((heading) => {
        const cell = cells[headings.indexOf(heading)] ?? ''
        return cell === '' ? [] : [[heading, cell] as const]
      })
    const pictureOf = (cells: readonly string[]) => {
      const named = cellsAt('file', cells).flatMap(([heading, cell]) => partsOf(cell, separatorsOf(mapping, heading)))
      const own = named.length > 0 ? named.map(find) : (matched.get(cellsAt('key', cells)[0]?.[1] ?? '') ?? [])
      return said.get(own[0] ?? '')
    }
    async function* rows(): AsyncGenerator<TableRow> {
      for await (const row of source.rows()) {
        const about = pictureOf(row.cells)
        const added = Object.values(COLUMNS).map(([field, values]) =>
          about && cellsAt(field, row.cells).length === 0 ? values(about).join(`${mapping.separators[0] ?? ''} `) : '',
        )
        yield { line: row.line, cells: [...headings.map((_, at) => row.cells[at] ?? ''), ...added] }
      }
    }
    const columns = Object.fromEntries(
      Object.entries(COLUMNS).map(([heading, [field]]) => [heading, embedded === 'use' ? field : 'notes']),
    )
    return {
      ...table,
      source: { ...source, headings: [...headings, ...Object.keys(COLUMNS)], rows },
      mapping: { ...mapping, columns: { ...mapping.columns, ...columns } },
    }
  })
}

const SIDE = /[\s._-]*(?:front|back|recto|verso)$/i
/** Of what is no picture. */
const TYPES: [RegExp, string][] = [
  [/\.pdf$/i, 'paper record'],
  [/\.(?:mp3|m4a|aac|og[ga]|opus|flac|wav)$/i, 'oral history'],
  [/\.(?:mp4|m4v|webm)$/i, 'video'],
]

export const PICTURES: TableMapping = {
  ...{ table: 'pictures', list: 'items', separators: '\n', commas: [], dates: {} },
  columns: { id: 'key', Files: 'file', Title: 'title', Type: 'type' },
}

/** A folder of files without a table as a table: a row for each file, front and back in one, called what the picture says or like the file. */
export function tableOfPictures(files: readonly string[], said: ReadonlyMap<string, Embedded>): SourceTable {
  const keyOf = (file: string) => file.replace(/\.[^./]*$/, '').replace(SIDE, '') || file
  // In natural order.
  const things = [...Map.groupBy(matchFiles([], files).unmatched, keyOf)]
  return {
    ...{ file: PICTURES.table, headings: Object.keys(PICTURES.columns) },
    async *rows() {
      for (const [at, [key, own]] of things.entries()) {
        const { title = '', caption = '' } = said.get(own[0]!) ?? {}
        const name = title || caption.split('\n')[0]!.slice(0, 200) || posix.basename(key)
        const type = TYPES.find(([ending]) => ending.test(own[0]!))?.[1] ?? ''
        yield await Promise.resolve({ line: at + 1, cells: [key, own.join('\n'), name, type] })
      }
    },
    notices: [
      {
        sentence: `There is no table. ${things.length === 1 ? 'The file becomes an item' : `The files become ${things.length} items`}, called what the picture says or like the file.`,
      },
    ],
  }
}
