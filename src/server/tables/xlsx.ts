import { posix } from 'node:path'
import { type Element, textOf } from '#rules/texts/read-markup.ts'
import type { Doubt } from './doubts.ts'
import { MIDNIGHT, type Shown, readFormats, showNumber } from './numbers.ts'
import { type RawRow, type RawTable, UnreadableTable } from './table.ts'
import { elementsOf, readXml, textIn } from './xml.ts'
import { readPart } from './zip.ts'

/** Bytes of texts, which are held in memory. */
const MOST_TEXTS = 100 * 2 ** 20
const ESCAPE = /_x([0-9a-f]{4})_/gi
/** Control characters are written as _x000D_. */
const unescape = (text: string) =>
  text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replaceAll('\r\n', '\n')

/** A text with its runs (`r`). How Japanese is pronounced (`rPh`) is no part of it. */
const writtenIn = (element: Element): string =>
  [...elementsOf(element, 't').map(textOf), ...elementsOf(element, 'r').map(writtenIn)].join('')

interface Workbook {
  path: string
  /** Texts that many cells share. */
  texts: string[]
  formats: string[]
  isFrom1904: boolean
}

/** What a cell shows; of a formula the value that was saved with it. */
function showCell(cell: Element, { texts, formats, isFrom1904 }: Workbook): Shown {
  const { t: type = 'n', s: style = '0' } = cell.attributes
  const value = textIn(cell, 'v') ?? ''
  const formula = textIn(cell, 'f')
  if (type === 'inlineStr') return { text: unescape(elementsOf(cell, 'is').map(writtenIn).join('')) }
  if (value === '') return { text: formula === undefined ? '' : `=${formula}` }
  if (type === 'n') return showNumber(value, formats[Number(style)], isFrom1904)
  if (type === 's') return { text: texts[Number(value)] ?? '' }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE' }
  return { text: type === 'd' ? value.replace(MIDNIGHT, '') : unescape(value) }
}

async function* readRows(workbook: Workbook, part: string, merged: Set<string>): AsyncGenerator<RawRow> {
  let line = 0
  for await (const element of readXml(readPart(workbook.path, part), ['row', 'mergeCell'])) {
    if (element.name === 'mergeCell') merged.add(element.attributes['ref'] ?? '')
    if (element.name !== 'row') continue
    line = Math.max(Number(element.attributes['r']) || 0, line + 1)
    const row = { line, cells: [] as string[], doubts: new Map<number, Doubt>() }
    let column = -1
    for (const cell of elementsOf(element, 'c')) {
      const letters = /^[A-Z]{1,3}/.exec(cell.attributes['r'] ?? '')?.[0]
      column = letters ? columnOf(letters) : column + 1
      const { text, doubt } = showCell(cell, workbook)
      if (text.trim() !== '') row.cells[column] = text
      if (doubt) row.doubts.set(column, doubt)
    }
    yield row
  }
}

/** The column that letters name, from 0. */
const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The sheets of an Excel workbook (ECMA-376), hidden ones too. Macros are never looked at. @throws {UnreadableTable} */
export async function readXlsx(path: string, names: readonly string[]): Promise<RawTable[]> {
  const book = names.find((name) => /(?:^|\/)workbook\.xml$/.test(name))!
  const folder = posix.dirname(book)
  const parts: Record<string, string> = {}
  const workbook: Workbook = { path, texts: [], formats: [], isFrom1904: false }
  for await (const { attributes } of readXml(readPart(path, `${folder}/_rels/workbook.xml.rels`), ['Relationship'])) {
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes
    const part = posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, '')
    if (type.endsWith('/worksheet')) parts[id] = part
    if (type.endsWith('/styles')) workbook.formats = await readFormats(readPart(path, part))
    if (!type.endsWith('/sharedStrings')) continue
    for await (const text of readXml(readPart(path, part, MOST_TEXTS), ['si']))
      workbook.texts.push(unescape(writtenIn(text)))
  }
  const tables: RawTable[] = []
  for await (const { name, attributes } of readXml(readPart(path, book), ['workbookPr', 'sheet'])) {
    if (name === 'workbookPr') workbook.isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
    const part = name === 'sheet' && parts[attributes['id']!]
    if (!part) continue
    const sheet = attributes['name'] ?? part
    if (!names.includes(part))
      throw new UnreadableTable(`Sheet “${sheet}” is missing in the file. Save it again in a spreadsheet.`)
    const merged = new Set<string>()
    const isHidden = /hidden/i.test(attributes['state'] ?? '')
    tables.push({ sheet, merged, isHidden, read: () => readRows(workbook, part, merged) })
  }
  return tables
}
