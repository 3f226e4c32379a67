import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { readTables, type SourceTable, type TableRow } from '#server/tables/source-table.ts'

/** Writes a file under its name, for the time of a test. */
function fileOf(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-tables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

export async function rowsOf(table: SourceTable): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const row of table.rows()) rows.push(row)
  return rows
}
export const cellsOf = async (table: SourceTable) => (await rowsOf(table)).map(({ cells }) => cells)
export const tablesIn = (name: string, content: string | Buffer) => readTables(fileOf(name, content))
export const sentencesOf = ({ notices }: SourceTable) => notices.map(({ sentence }) => sentence)
/** The sentence with which a file is refused. */
export const refusalOf = (name: string, content: string | Buffer) =>
  tablesIn(name, content).then(
    () => 'read',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  )

/** A zip file of parts. */
export function zipOf(parts: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content as string)
    const packed = deflateRawSync(data)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x800, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(data), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(data.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const local = [Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]
    central.push(Buffer.from('PK\x01\x02\x14\0'), head, place, Buffer.from(name))
    locals.push(...local)
    at += local.reduce((sum, each) => sum + each.length, 0)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  for (const offset of [4, 6]) end.writeUInt16LE(Object.keys(parts).length, offset)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface Sheet {
  name: string
  /** Rows of `<c>` elements, or all of the sheet's XML. */
  rows: string
  state?: string
  merged?: string[]
}
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** A row of inline texts. */
export const textRow = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`).join('')}</row>`

/** An Excel workbook; `formats` are the number formats of styles 1, 2, … */
export function xlsxOf(sheets: Sheet[], { texts = '', formats = [] as string[], from1904 = false } = {}): Buffer {
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at}" Type="${LINK}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  )
  return zipOf({
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${links.join('')}<Relationship Id="s" Type="${LINK}/styles" Target="styles.xml"/><Relationship Id="t" Type="${LINK}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LINK}"><workbookPr date1904="${Number(from1904)}"/><sheets>${sheets.map(({ name, state }, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" ${state ? `state="${state}"` : ''} r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escape(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"><alignment/></xf>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${texts}</sst>`,
    'xl/vbaProject.bin': 'never run',
    ...Object.fromEntries(
      sheets.map(({ rows, merged = [] }, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
      ]),
    ),
  })
}

const OFFICE = ['office', 'table', 'text', 'style', 'draw', 'calcext']
const names = OFFICE.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')
/** The content of an OpenDocument spreadsheet with `tables`. */
export const contentOf = (tables: string, root = 'document-content') =>
  `${XML}<office:${root} ${names}><office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:${root}>`
export const odsOf = (tables: string) =>
  zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': contentOf(tables) })
export const odsCell = (text: string, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}>${text
    .split('\n')
    .map((line) => `<text:p>${escape(line)}</text:p>`)
    .join('')}</table:table-cell>`
export const odsRow = (cells: string[], attributes = '') =>
  `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`
