import { type RawRow, type RawTable, UnreadableTable, lettersOf } from './table.ts'
import { plainNumber } from './numbers.ts'
import { readXml } from './xml.ts'

/** Sheets that are read; each is looked for from the start of the file. */
const MOST_SHEETS = 50
/** Cells and rows that are repeated without end hold no more than this. */
const MOST_REPEATED = 1000
/** What lies over cells or beside them: comments, pictures, drawings, changes. */
const BESIDE = new Set(['annotation', 'frame', 'shapes', 'custom-shape', 'tracked-changes', 'dde-links', 'g'])
const PLAIN = /^-?\d+(?:\.\d+)?$/

/** A row that stands `times` times. */
interface Repeated extends RawRow {
  sheet: number
  times: number
}
interface Sheet {
  name: string
  isHidden: boolean
}

/** Numbers as they are shown if that is plain (0042, 2011.10); days as 1905-03-14. */
function textOf(attributes: Record<string, string>, shown: string): string {
  const { 'value-type': type, 'date-value': date, value = '', formula } = attributes
  if (type === 'date' && date) return /^\d{4}$/.test(shown) ? shown : date.replace(/T00:00:00(?:\.0+)?$/, '')
  if (type === 'float' && value !== '') return PLAIN.test(shown) ? shown : plainNumber(value)
  return shown === '' && formula ? `=${formula.replace(/^of:=/, '')}` : shown
}
/** Reads the rows of all sheets, and tells their names. */
const readSheets = (bytes: AsyncIterable<Uint8Array>, sheets: Sheet[], merged: Set<string>[]) =>
  readXml<Repeated>(bytes, (found) => {
    const hidden = new Set<string>()
    let style = ''
    let sheet = -1
    let line = 1
    let row: Repeated | undefined
    let column = 0
    let cell: Record<string, string> | undefined
    let paragraphs: string[] = []
    let isText = 0
    let beside = 0
    return {
      open(name, attributes) {
        if (BESIDE.has(name)) beside += 1
        if (beside > 0) return
        if (name === 'style') style = attributes['name'] ?? ''
        else if (name === 'table-properties' && attributes['display'] === 'false') hidden.add(style)
        else if (name === 'table') {
          sheet += 1
          line = 1
          sheets[sheet] = {
            name: attributes['name'] ?? `Sheet ${sheet + 1}`,
            isHidden: hidden.has(attributes['style-name'] ?? ''),
          }
        } else if (name === 'table-row') {
          row = { sheet, line, cells: [], times: Number(attributes['number-rows-repeated'] ?? 1) }
          column = 0
        } else if (name === 'table-cell' || name === 'covered-table-cell') {
          cell = attributes
          paragraphs = []
          const [wide, high] = ['columns', 'rows'].map((way) => Number(attributes[`number-${way}-spanned`] ?? 1)) as [
            number,
            number,
          ]
          if (wide * high > 1)
            merged[sheet]?.add(`${lettersOf(column)}${line}:${lettersOf(column + wide - 1)}${line + high - 1}`)
        } else if (!cell) return
        else if (name === 'p') isText = paragraphs.push('')
        else if (isText > 0) {
          if (name === 's') paragraphs[isText - 1] += ' '.repeat(Math.min(Number(attributes['c'] ?? 1), MOST_REPEATED))
          if (name === 'tab') paragraphs[isText - 1] += '\t'
          if (name === 'line-break') paragraphs[isText - 1] += '\n'
        }
      },
      close(name) {
        if (BESIDE.has(name)) beside -= 1
        else if (beside > 0) return
        else if (name === 'p') isText = 0
        else if (name.endsWith('table-cell') && cell && row) {
          const times = Number(cell['number-columns-repeated'] ?? 1)
          const text = textOf(cell, paragraphs.join('\n'))
          if (text !== '') for (let at = 0; at < Math.min(times, MOST_REPEATED); at++) row.cells[column + at] = text
          column += times
          cell = undefined
        } else if (name === 'table-row' && row) {
          found(row)
          line += row.times
          row = undefined
        }
      },
      text: (each) => void (isText > 0 && beside === 0 && (paragraphs[isText - 1] += each)),
    }
  })

/** The sheets of an OpenDocument spreadsheet, hidden ones too; `open` reads its content. @throws {UnreadableTable} */
export async function readOds(open: () => AsyncIterable<Uint8Array>): Promise<RawTable[]> {
  const sheets: Sheet[] = []
  for await (const row of readSheets(open(), sheets, [])) void row
  if (sheets.length === 0)
    throw new UnreadableTable('There is no sheet in this file, or it is protected by a password.')
  if (sheets.length > MOST_SHEETS) {
    throw new UnreadableTable(
      `The file has ${sheets.length} sheets, at most ${MOST_SHEETS} can be read. Save them as several files.`,
    )
  }
  return sheets.map(({ name, isHidden }, index) => {
    const merged = sheets.map(() => new Set<string>())
    async function* read(): AsyncGenerator<RawRow> {
      for await (const { sheet, times, line, cells } of readSheets(open(), [], merged)) {
        if (sheet > index) return
        // The rest of an empty sheet is one row, a million times.
        if (sheet === index && cells.length > 0) for (let at = 0; at < times; at++) yield { line: line + at, cells }
      }
    }
    return { sheet: name, merged: merged[index]!, isHidden, read }
  })
}
