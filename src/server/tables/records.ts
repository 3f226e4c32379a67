import type { Element } from '#rules/texts/read-markup.ts'
import { readEad } from './ead.ts'
import { createCells, flatten, linesOf } from './flatten.ts'
import { tableOfObjects } from './objects.ts'
import { type RawTable, UnreadableTable, listSome } from './table.ts'
import { elementsOf, readXml, textIn } from './xml.ts'

type Open = () => AsyncIterable<Uint8Array>
const MARKUP =
  'This is no spreadsheet that can be read here, but HTML or XML, whatever its name says. Of XML, Dublin Core, OAI-PMH, MODS, EAD and KML can be read. Open anything else in Excel or LibreOffice and save it as an Excel workbook (.xlsx).'
/** What is in `metadata` of OAI-PMH and can be read. */
const READ = /^(?:mods|dc|dcterms|qualifieddc|dublin_core|oai_dcterms)$/i
const OTHER_ANSWERS = ['error', 'Identify', 'ListSets', 'ListMetadataFormats', 'ListIdentifiers']

function cellsOf(record: Element, first: Record<string, string | undefined> = {}) {
  const cells = createCells()
  for (const [heading, text] of Object.entries(first)) cells.add(heading, text?.trim())
  flatten(record, cells)
  return cells.cells()
}

/** Records of MODS or Dublin Core, which are elements called `record`. @throws {UnreadableTable} */
function readRecords(open: Open, record: string, program: string): RawTable {
  async function* rows() {
    for await (const element of readXml(open(), [record])) yield { cells: cellsOf(element) }
  }
  return { ...tableOfObjects(rows), program }
}

/** The records of an answer by OAI-PMH (ListRecords, GetRecord), also without the answer around them. @throws {UnreadableTable} */
function readOai(open: Open): RawTable {
  const about: string[] = []
  async function* rows() {
    const deleted: string[] = []
    about.length = 0
    for await (const element of readXml(open(), ['record', 'resumptionToken', ...OTHER_ANSWERS])) {
      const { name, line, attributes } = element
      if (OTHER_ANSWERS.includes(name))
        throw new UnreadableTable(
          `This is no answer with records, but ${name === 'error' ? `says “${linesOf(element)}”` : name}. Ask for verb=ListRecords&metadataPrefix=oai_dc and save what comes.`,
        )
      const token = name === 'resumptionToken' && linesOf(element)
      const { completeListSize: size = 'more' } = attributes
      if (token)
        about.push(`The file is a part of a list of ${size} records. The next part comes for resumptionToken=${token}.`)
      const header = elementsOf(element, 'header')[0]
      if (!header) continue
      const identifier = textIn(header, 'identifier') ?? `line ${line}`
      const parts = elementsOf(element).filter((each) => !/^(?:header|about)$/.test(each.name))
      const metadata = parts.flatMap((each) => (each.name === 'metadata' ? elementsOf(each) : each))
      const foreign = metadata.find((each) => !READ.test(each.name))
      if (foreign)
        throw new UnreadableTable(
          `Line ${line}: the record is in ${foreign.name}. Ask for metadataPrefix=oai_dc or mods, and save what comes.`,
        )
      const [set, ...others] = elementsOf(header, 'setSpec').map(linesOf)
      const said = { 'oai identifier': identifier, set, 'other sets': others.join('\n') }
      const record = { ...element, children: metadata.flatMap(({ children }) => children) }
      if (header.attributes['status'] === 'deleted') deleted.push(identifier)
      else yield { cells: cellsOf(record, { ...said, datestamp: textIn(header, 'datestamp') }) }
    }
    if (deleted.length > 0)
      about.push(`Deleted records are left out: ${listSome(deleted)}. Delete them here, too, if you have them.`)
  }
  return { ...tableOfObjects(rows), about, program: 'OAI-PMH' }
}

/** The tables of an XML file, whose start says what it is. @throws {UnreadableTable} */
export function readMarkup(open: Open, start: string): RawTable[] {
  const head = start.replace(/<!--[^]*?-->/g, '')
  const root = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(head)?.[1] ?? ''
  if (root === 'OAI-PMH' || /<(?:\w+:)?record\b[^<>]*>\s*<(?:\w+:)?header\b/.test(head)) return [readOai(open)]
  if (root === 'ead') return readEad(open)
  if (/^mods(?:Collection)?$/.test(root)) return [readRecords(open, 'mods', 'MODS')]
  // What an element of Dublin Core lies in.
  const parent = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>\s*<(?:dc|dcterms|dct|dcvalue)\b/.exec(head)?.[1]
  const record = parent ?? (/^(?:dc|dublin_core|qualifieddc)$/.test(root) ? root : undefined)
  if (record === undefined) throw new UnreadableTable(MARKUP)
  const isUsual = record === root || /^(?:record|dc|dublin_core|qualifieddc|metadata)$/.test(record)
  const about = isUsual ? [] : [`Each “${record}” is a record. What the file says outside of them is not read.`]
  return [{ ...readRecords(open, record, 'Dublin Core'), about }]
}
