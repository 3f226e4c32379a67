import { posix } from 'node:path'
import type { Doubt } from './doubts.ts'
import { type RawRow, type RawTable, UnreadableTable } from './table.ts'
import { readPart } from './zip.ts'
import { readAll, readElements, readXml } from './xml.ts'
import { type Shown, formatsOf, showNumber } from './numbers.ts'

/** Texts of cells are held in memory. */
const MOST_TEXTS = 200 * 2 ** 20
const ESCAPE = /_x([0-9a-f]{4})_/gi
/** Control characters are written as _x000D_. */
const unescape = (text: string) =>
  text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replaceAll('\r\n', '\n')

/** Texts that many cells share: `si` with runs of `t`. How Japanese is pronounced (`rPh`) is no part of a text. */
const readTexts = (path: string, part: string) =>
  readXml<string>(readPart(path, part, MOST_TEXTS), (found) => {
    let text = ''
    let isText = false
    let spoken = 0
    return {
      open(name) {
        if (name === 'si') text = ''
        if (name === 'rPh') spoken += 1
        isText = name === 't' && spoken === 0
      },
      close(name) {
        if (name === 'rPh') spoken -= 1
        if (name === 'si') found(unescape(text))
        isText = false
      },
      text: (each) => void (isText && (text += each)),
    }
  })

interface Workbook {
  path: string
  texts: string[]
  formats: string[]
  isFrom1904: boolean
}

/** Reads the rows of a sheet; values of formulas are those that were saved. */
const readSheet = (workbook: Workbook, part: string, merged: Set<string>) =>
  readXml<RawRow>(readPart(workbook.path, part), (found) => {
    let row: RawRow = { line: 0, cells: [] }
    let column = -1
    let cell: Record<string, string> | undefined
    let into: 'v' | 't' | 'f' | undefined
    let spoken = 0
    let parts = { v: '', t: '', f: '' }
    let hasFormula = false

    function shown({ t = 'n', s = '0' }: Record<string, string>): Shown {
      const { v } = parts
      if (v === '' && parts.t === '' && hasFormula) return { text: `=${parts.f}` }
      if (t === 's') return { text: workbook.texts[Number(v)] ?? '' }
      if (t === 'inlineStr') return { text: unescape(parts.t) }
      if (t === 'b') return { text: v === '1' ? 'TRUE' : v === '0' ? 'FALSE' : v }
      if (t === 'd') return { text: v.replace(/T00:00:00(?:\.0+)?Z?$/, '') }
      return t === 'n' && v !== ''
        ? showNumber(v, workbook.formats[Number(s)], workbook.isFrom1904)
        : { text: unescape(v) }
    }
    function put({ text, doubt }: Shown) {
      row.cells[column] = text
      if (doubt) (row.doubts ??= new Map<number, Doubt>()).set(column, doubt)
    }
    return {
      open(name, attributes) {
        into = undefined
        if (name === 'row') {
          row = { line: Number(attributes['r'] ?? row.line + 1), cells: [] }
          column = -1
        } else if (name === 'c') {
          const letters = /^[A-Z]{1,3}/.exec(attributes['r'] ?? '')?.[0]
          column = letters ? columnOf(letters) : column + 1
          cell = attributes
          parts = { v: '', t: '', f: '' }
          hasFormula = false
        } else if (name === 'rPh') spoken += 1
        else if (name === 'mergeCell' && attributes['ref']) merged.add(attributes['ref'])
        else if (cell && (name === 'v' || name === 'f' || (name === 't' && spoken === 0))) {
          into = name
          hasFormula ||= name === 'f'
        }
      },
      close(name) {
        into = undefined
        if (name === 'rPh') spoken -= 1
        if (name === 'row') found(row)
        if (name === 'c' && cell) {
          const value = shown(cell)
          if (value.text !== '') put(value)
          cell = undefined
        }
      },
      text: (each) => void (into && (parts[into] += each)),
    }
  })

/** The column that letters name, from 0. */
const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The sheets of an Excel workbook (ECMA-376), hidden ones too. Macros are never looked at. @throws {UnreadableTable} */
export async function readXlsx(path: string, names: readonly string[]): Promise<RawTable[]> {
  const book = names.find((name) => /(?:^|\/)workbook\.xml$/.test(name))!
  const folder = posix.dirname(book)
  const links = await readElements(readPart(path, `${folder}/_rels/workbook.xml.rels`))
  const partOf = ({ Target: target = '' }: Record<string, string>) =>
    posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, '')
  const linked = (type: string) =>
    links.flatMap(({ attributes }) => (attributes['Type']?.endsWith(`/${type}`) ? [attributes] : []))
  const parts = new Map(linked('worksheet').map((link) => [link['Id'], partOf(link)]))
  const [texts, styles] = ['sharedStrings', 'styles'].map((type) => linked(type).map(partOf)[0])
  const elements = await readElements(readPart(path, book))
  const workbook: Workbook = {
    path,
    texts: texts && names.includes(texts) ? await readAll(readTexts(path, texts)) : [],
    formats: styles ? formatsOf(await readElements(readPart(path, styles))) : [],
    isFrom1904: elements.some(
      ({ name, attributes }) => name === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? ''),
    ),
  }
  const sheets = elements.flatMap(({ name, attributes }) => {
    const part = parts.get(attributes['id'])
    return name === 'sheet' && part
      ? [{ sheet: attributes['name'] ?? part, part, isHidden: /hidden/i.test(attributes['state'] ?? '') }]
      : []
  })
  if (sheets.length === 0) throw new UnreadableTable('The workbook has no sheet with cells.')
  return sheets.map(({ sheet, part, isHidden }) => {
    if (!names.includes(part))
      throw new UnreadableTable(`Sheet “${sheet}” is missing in the file. Save it again in a spreadsheet.`)
    const merged = new Set<string>()
    return { sheet, merged, isHidden, read: () => readSheet(workbook, part, merged) }
  })
}
