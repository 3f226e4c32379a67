import type { Element } from '#rules/texts/read-markup.ts'
import { MIDNIGHT, plainNumber } from './numbers.ts'
import { type RawRow, type RawTable, UnreadableTable, lettersOf } from './table.ts'
import { elementsOf, readXml } from './xml.ts'

/** An empty cell is repeated to the end of its row. Others are refused before. */
const MOST_REPEATED = 1000
const PLAIN = /^-?\d+(?:\.\d+)?$/

/** The text of a paragraph, without comments and pictures in it. */
const written = ({ children }: Element): string =>
  children
    .map((each) => {
      if (typeof each === 'string') return each
      if (each.name === 's') return ' '.repeat(Math.min(Number(each.attributes['c'] ?? 1), MOST_REPEATED))
      if (each.name === 'tab') return '\t'
      if (each.name === 'line-break') return '\n'
      return /^(?:annotation|frame)/.test(each.name) ? '' : written(each)
    })
    .join('')

/** Numbers as they are shown if that is plain (0042, 2011.10); days as 1905-03-14. */
function showCell(cell: Element): string {
  const shown = elementsOf(cell, 'p').map(written).join('\n')
  const { 'value-type': type, 'date-value': date, value = '', formula } = cell.attributes
  if (type === 'date' && date) return /^\d{4}$/.test(shown) ? shown : date.replace(MIDNIGHT, '')
  if (type === 'float' && value !== '') return PLAIN.test(shown) ? shown : plainNumber(value)
  return shown === '' && formula ? formula.replace(/^of:/, '') : shown
}

/** The cells of a row; those that are merged are added to `merged`. */
function cellsOf(row: Element, line: number, merged: Set<string>): string[] {
  const cells: string[] = []
  let column = 0
  for (const cell of row.children) {
    if (typeof cell === 'string' || !cell.name.endsWith('table-cell')) continue
    const numberOf = (name: string) => Number(cell.attributes[`number-${name}`]) || 1
    const [times, wide, high] = [numberOf('columns-repeated'), numberOf('columns-spanned'), numberOf('rows-spanned')]
    if (wide * high > 1) merged.add(`${lettersOf(column)}${line}:${lettersOf(column + wide - 1)}${line + high - 1}`)
    const text = showCell(cell)
    if (text.trim() !== '') for (let at = 0; at < Math.min(times, MOST_REPEATED); at++) cells[column + at] = text
    column += times
  }
  return cells
}

/** The sheets of an OpenDocument spreadsheet, hidden ones too; `open` reads its content. @throws {UnreadableTable} */
export async function readOds(open: () => AsyncIterable<Uint8Array>): Promise<RawTable[]> {
  const hidden = new Set<string | undefined>()
  const tables: RawTable[] = []
  for await (const element of readXml(open(), ['style'], ['table'])) {
    const { name, 'style-name': style } = element.attributes
    const isDisplayed = elementsOf(element, 'table-properties').every((each) => each.attributes['display'] !== 'false')
    if (!isDisplayed) hidden.add(name)
    if (element.name !== 'table') continue
    const index = tables.length
    const merged = new Set<string>()
    tables.push({ sheet: name, isHidden: hidden.has(style), merged, read: () => readRows(index, merged) })
  }
  async function* readRows(index: number, merged: Set<string>): AsyncGenerator<RawRow> {
    let sheet = -1
    let line = 1
    for await (const element of readXml(open(), ['table-row'], ['table'])) {
      if (element.name === 'table') sheet += 1
      if (sheet > index) return
      if (element.name === 'table' || sheet < index) continue
      const cells = cellsOf(element, line, merged)
      const times = Number(element.attributes['number-rows-repeated']) || 1
      // The rest of an empty sheet is one row, a million times.
      if (cells.length > 0) for (let at = 0; at < times; at++) yield { line: line + at, cells }
      line += times
    }
  }
  if (tables.length === 0) throw new UnreadableTable('There is no sheet in this file, or it has a password.')
  return tables
}
