import { posix } from 'node:path'
import { Readable } from 'node:stream'
import type { TableMapping } from '#contract/import-mapping.ts'
import type { Embedded } from '#rules/import/embedded.ts'
import { matchFiles } from '#rules/import/match-files.ts'
import type { SourceTable } from '../tables/source-table.ts'

/** Columns that pictures add to tables of items, the field that each is of, and what it holds. */
const COLUMNS: Record<string, [field: string, values: (said: Embedded) => readonly string[]]> = {
  'Picture: title': ['title', ({ title }) => [title]],
  'Picture: caption': ['general_description', ({ caption }) => [caption]],
  'Picture: date': ['date_start', ({ date }) => [date]],
  'Picture: creator': ['creator', ({ creators }) => creators],
  'Picture: keywords': ['subject', ({ keywords }) => keywords],
  'Picture: place': ['location', ({ place }) => [place]],
}
export const PICTURE_COLUMNS = Object.keys(COLUMNS)

/** A mapping with the columns of pictures: for the notes, or for their fields where it says so. */
export const withPictures = <Table extends TableMapping>(table: Table, embedded: 'list' | 'use' = 'list'): Table => ({
  ...table,
  columns: {
    ...table.columns,
    ...Object.fromEntries(
      Object.entries(COLUMNS).map(([heading, [field]]) => [heading, embedded === 'use' ? field : 'notes']),
    ),
  },
})

/** Cells of what a picture says of the fields that a row does not fill. */
export const cellsSaid = (
  said: Embedded,
  { columns, separators }: TableMapping,
  cells: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(COLUMNS)
      .filter(([, [field]]) => !Object.keys(columns).some((heading) => columns[heading] === field && cells[heading]))
      .map(([heading, [, values]]) => [heading, values(said).join(`${separators[0] ?? ''} `)]),
  )

/** Of what is no picture. */
const TYPES = {
  'paper record': /\.pdf$/i,
  'oral history': /\.(?:mp3|m4a|aac|og[ga]|opus|flac|wav)$/i,
  video: /\.(?:mp4|m4v|webm)$/i,
}
export const PICTURES: TableMapping = {
  ...{ table: 'pictures', list: 'items', separators: '\n', commas: [], dates: {} },
  columns: { id: 'key', Identifier: 'archival_identifier', Files: 'file', Title: 'title', Type: 'type' },
}

/** Files of a folder without a table as a table: a row for each, front and back in one, called what the picture says or like the file. */
export function tableOfPictures(files: readonly string[], said: ReadonlyMap<string, Embedded>): SourceTable {
  const keyOf = (file: string) => {
    const path = file.replace(/\.[^./]*$/, '')
    return path.replace(/[\s._-]{0,3}(?:front|back|recto|verso)$/i, '') || path
  }
  // In natural order.
  const things = [...Map.groupBy(matchFiles([], files).unmatched, keyOf)]
  const rows = things.map(([key, own], at) => {
    const stem = posix.basename(key)
    const { title = '', caption = '' } = said.get(own[0]!) ?? {}
    const [type = ''] = Object.entries(TYPES).find(([, ending]) => ending.test(own[0]!)) ?? []
    const name = title || caption.split('\n')[0]!.slice(0, 200) || stem
    const identifier = /^\p{L}{0,4}\d+(?:[.-]\d+)+$/u.test(stem) ? stem : ''
    return { line: at + 1, cells: [key, identifier, own.join('\n'), name, type] }
  })
  const sentence = `There is no table: of the files ${rows.length} items are made, each called what its picture says or like the file.`
  return {
    ...{ file: PICTURES.table, headings: Object.keys(PICTURES.columns), notices: [{ sentence }] },
    rows: () => Readable.from(rows),
  }
}
