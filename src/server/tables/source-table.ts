import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { readObjects } from './objects.ts'
import { readOds } from './ods.ts'
import { type RawTable, type SourceTable, UnreadableTable, makeTable } from './table.ts'
import { readSeparated } from './text.ts'
import { readXlsx } from './xlsx.ts'
import { listParts, readPart } from './zip.ts'

export { type SourceTable, type TableNotice, type TableRow, UnreadableTable } from './table.ts'

const AS_XLSX = 'as an Excel workbook (.xlsx)'
const OLD_EXCEL = `This is an Excel file of before 2007, or one with a password. Open it in Excel or LibreOffice and save it ${AS_XLSX} without a password.`
const NUMBERS = `This is a file of Numbers. Open it there and choose File > Export To > Excel, which saves it ${AS_XLSX}.`
const MARKUP = `This is no spreadsheet that can be read here, but HTML or XML, whatever its name says. Open it in Excel or LibreOffice and save it ${AS_XLSX}.`
const EMPTY = 'The file is empty: no cell of it has text.'

/** Bytes that tell what a file is. */
const HEAD = 4096
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readZipped(path: string): Promise<RawTable[]> {
  const names = await listParts(path)
  if (names.some((name) => /(?:^|\/)workbook\.xml$/.test(name))) return readXlsx(path, names)
  if (names.includes('content.xml')) return readOds(() => readPart(path, 'content.xml'))
  if (names.some((name) => name.endsWith('.iwa') || name === 'index.xml')) throw new UnreadableTable(NUMBERS)
  if (names.some((name) => name.endsWith('workbook.bin')))
    throw new UnreadableTable(`This is a binary Excel file. Open it in Excel or LibreOffice and save it ${AS_XLSX}.`)
  throw new UnreadableTable('This zip file is no spreadsheet. Unpack it and give the files in it.')
}

/** What a file is says its content: names are often wrong. */
async function readRaw(path: string): Promise<RawTable[]> {
  const head = await readHead(path)
  if (head.subarray(0, 4).equals(OLE)) throw new UnreadableTable(OLD_EXCEL)
  if (head.toString('latin1', 0, 2) === 'PK') return readZipped(path)
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (text.startsWith('<')) {
    if (!text.includes('opendocument')) throw new UnreadableTable(MARKUP)
    return readOds(() => createReadStream(path) as AsyncIterable<Buffer>)
  }
  if (/^[[{]/.test(text)) return [await readObjects(path)]
  return [await readSeparated(path)]
}

/** Every table in a file, each looked through once; sheets without cells are left out. @throws {UnreadableTable} with a sentence. */
export async function readTables(path: string): Promise<SourceTable[]> {
  const file = basename(path)
  const raw = await readRaw(path)
  const tables: SourceTable[] = []
  for (const { sheet, ...each } of raw) {
    const table = await makeTable(file, { ...each, ...(sheet !== undefined && raw.length > 1 && { sheet }) })
    if (table) tables.push(table)
  }
  if (tables.length === 0) throw new UnreadableTable(EMPTY)
  return tables
}
