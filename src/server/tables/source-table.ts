import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readGedcom } from './gedcom.ts'
import { readKml, readKmz, readLooseShapefile, readShapefiles } from './geo.ts'
import { readIiif } from './iiif.ts'
import { readObjects } from './objects.ts'
import { readOds } from './ods.ts'
import { readMarkup } from './records.ts'
import { type RawTable, type SourceTable, UnreadableTable, makeTable } from './table.ts'
import { readSeparated } from './text.ts'
import { readXlsx } from './xlsx.ts'
import { listParts, readPart } from './zip.ts'

export { type SourceTable, type TableNotice, type TableRow, UnreadableTable } from './table.ts'

const AS_XLSX = 'as an Excel workbook (.xlsx)'
const OLD_EXCEL = `This is an Excel file of before 2007, or one with a password. Open it in Excel or LibreOffice and save it ${AS_XLSX} without a password.`
const NUMBERS = `This is a file of Numbers. Open it there and choose File > Export To > Excel, which saves it ${AS_XLSX}.`
const GEDZIP = 'Of this zip file only the family is read. Unpack it, and give its pictures, too.'
const GEOPACKAGE =
  'This is a database, such as a GeoPackage. Open it in QGIS and save its places as GeoJSON or a Shapefile.'
const EMPTY = 'The file is empty: no cell of it has text.'

/** Bytes that tell what a file is. */
const HEAD = 16_384
/** Each is looked for from the start of the file. */
const MOST_SHEETS = 100

async function readZipped(path: string): Promise<RawTable[]> {
  const names = await listParts(path)
  if (names.some((name) => /(?:^|\/)workbook\.xml$/.test(name))) return readXlsx(path, names)
  const family = names.find((name) => /\.ged$/i.test(name))
  if (family) return readGedcom(await buffer(readPart(path, family)), names.length > 1 ? [GEDZIP] : [])
  if (names.includes('content.xml')) return readOds(() => readPart(path, 'content.xml'))
  if (names.some((name) => name.endsWith('.iwa') || name === 'index.xml')) throw new UnreadableTable(NUMBERS)
  if (names.some((name) => name.endsWith('workbook.bin')))
    throw new UnreadableTable(`This is a binary Excel file. Open it in Excel or LibreOffice and save it ${AS_XLSX}.`)
  if (names.some((name) => /\.shp$/i.test(name))) return readShapefiles(path, names)
  const kml = names.find((name) => /\.kml$/i.test(name))
  if (kml !== undefined) return readKmz(path, kml)
  throw new UnreadableTable('This zip file is no spreadsheet. Unpack it and give the files in it.')
}

/** What a file is says its content: names are often wrong. */
async function readRaw(path: string): Promise<RawTable[]> {
  const bytes = await buffer(createReadStream(path, { end: HEAD }))
  const head = bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '')
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw new UnreadableTable(OLD_EXCEL)
  if (['PK\x03\x04', 'PK\x05\x06'].some((mark) => head.startsWith(mark))) return readZipped(path)
  if (/^<[^>]*opendocument/.test(head.replace(/^<\?[^>]*>\s*/, '')))
    return readOds(() => createReadStream(path) as AsyncIterable<Buffer>)
  if (head.includes('opengis.net/kml') || head.includes('earth.google.com/kml')) return readKml(path)
  if (head.startsWith('<')) return readMarkup(() => createReadStream(path) as AsyncIterable<Buffer>, head)
  if (head.startsWith('SQLite format 3')) throw new UnreadableTable(GEOPACKAGE)
  if (/\.shp$/i.test(path)) return readLooseShapefile(path)
  if (head.startsWith('0 HEAD')) return readGedcom(await readFile(path))
  if (/^\{[^]*?iiif\.io\/api\/presentation|^\{[^]*?shared-canvas\.org/.test(head)) return [await readIiif(path)]
  return [await (/^(?:\[\s*[{\]]|\{\s*")/.test(head) ? readObjects(path) : readSeparated(path))]
}

/** Every table in a file, each looked through once; sheets without cells are left out. @throws {UnreadableTable} with a sentence. */
export async function readTables(path: string): Promise<SourceTable[]> {
  const raw = await readRaw(path)
  if (raw.length > MOST_SHEETS)
    throw new UnreadableTable(`There are more than ${MOST_SHEETS} sheets. Save several files.`)
  const tables: SourceTable[] = []
  for (const each of raw) {
    const table = await makeTable(basename(path), { ...each, sheet: raw.length > 1 ? each.sheet : undefined })
    if (table) tables.push(table)
  }
  if (tables.length === 0) throw new UnreadableTable(EMPTY)
  return tables
}
