import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { unguardCell } from './formula-guard.ts'
import { type RawRow, type RawTable, UnreadableTable } from './table.ts'

/** Separators of columns, and what they are called. */
const SEPARATORS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }
const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252, the encoding of older Windows programs',
}
export type Encoding = keyof typeof ENCODINGS

/** Characters and rows by which separators are found. */
const SAMPLE = 2 ** 18
const SAMPLE_ROWS = 30
/** What rows count that are unlike the first: it may be a title. */
const LOW = 1e6
/** Longer rows come from a quotation mark that is never closed. */
const LONGEST_ROW = 4_000_000
/** `a, "b, c"` has two cells. */
const LENIENT = { relax_column_count: true, relax_quotes: true, ltrim: true }
/** Excel's own line that names the separator. */
const NAMED = /^sep=(.)\r?\n/i

/** Rows of a CSV file that may have any number of cells. */
export const parseCsv = (chunks: AsyncIterable<string>, options: Options) =>
  Readable.from(chunks).compose(
    parse({ bom: true, info: true, relax_column_count: true, ...options }),
  ) as unknown as AsyncIterable<{ record: string[]; info: { lines: number } }>

/** Finds the encoding: by its mark, by zero bytes in every second place, or as what is no UTF-8. @throws {UnreadableTable} */
export async function findEncoding(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let mark: string | undefined
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (mark === undefined) {
      mark = chunk.toString('latin1', 0, 2)
      const [even, odd] = [0, 1].map((rest) => chunk.filter((byte, at) => byte === 0 && at % 2 === rest).length)
      if (mark === 'ÿþ' || (even === 0 && odd! > chunk.length / 8)) return 'utf-16le'
      if (mark === 'þÿ' || (odd === 0 && even! > chunk.length / 8)) return 'utf-16be'
    }
    if (chunk.includes(0))
      throw new UnreadableTable('This is no table: neither text nor a spreadsheet that can be read.')
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return 'windows-1252'
    }
  }
  return 'utf-8'
}

/** The text of a file, without its byte order mark. */
export async function* readText(path: string, encoding: Encoding, end?: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { end })) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

/** Cells that a separator makes in rows as long as the first. Decimal commas are many, but not in headings. */
function scoreOf(sample: string, delimiter: string, quote: '"' | false = '"'): number {
  const options = { delimiter, quote, to: SAMPLE_ROWS, skip_empty_lines: true, ...LENIENT }
  try {
    const lengths = parseAtOnce(sample, options).map((record) => record.length)
    const scores = lengths.map((length) => (length - 1) * lengths.filter((each) => each === length).length)
    return (scores[0] ?? 0) + Math.max(0, ...scores) / LOW
  } catch {
    return quote ? scoreOf(sample, delimiter, false) : 0
  }
}

/** True for a cell whose lines look like rows: it has separators that are no part of a sentence. */
const looksLikeRows = (cell: string, delimiter: string, width: number) =>
  cell.includes('\n') && cell.split(delimiter).filter((part) => !part.startsWith(' ')).length > Math.max(1, width - 1)

/** Rows of separated cells, counted as a spreadsheet counts them. @throws {UnreadableTable} */
async function* readRows(chunks: AsyncIterable<string>, options: Options): AsyncGenerator<RawRow> {
  let [line, width] = [0, 0]
  try {
    for await (const { record } of parseCsv(chunks, { max_record_size: LONGEST_ROW, ...LENIENT, ...options })) {
      // Excel doesn't show this line.
      if (line === 0 && /^sep=/i.test(record[0]!) && record.length <= 2) continue
      // Exports of archives guard what a spreadsheet would run, as ours does.
      width ||= record.length
      const rows = record.flatMap((cell, at) => (looksLikeRows(cell, String(options.delimiter), width) ? [at] : []))
      yield { line: ++line, cells: record.map(unguardCell), doubts: new Map(rows.map((at) => [at, 'rows'])) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableTable(
      `Row ${line + 1}: a quotation mark (") opens a cell that never ends. Close it, or remove it.`,
      { cause: error },
    )
  }
}

/** Cells separated by commas, semicolons, tabs or vertical bars, in any usual encoding. @throws {UnreadableTable} */
export async function readSeparated(path: string): Promise<RawTable> {
  const encoding = await findEncoding(path)
  const sample = await text(readText(path, encoding, SAMPLE))
  const scores = new Map(Object.keys(SEPARATORS).map((each) => [each, scoreOf(sample, each)]))
  const best = [...scores.keys()].reduce((one, other) => (scores.get(other)! > scores.get(one)! ? other : one))
  const delimiter = NAMED.exec(sample)?.[1] ?? best
  const about: string[] = []
  if (encoding !== 'utf-8')
    about.push(`The file is in ${ENCODINGS[encoding]}. Look whether letters such as é are right.`)
  if (delimiter !== ',') about.push(`The columns are separated by ${SEPARATORS[delimiter] ?? delimiter}.`)
  const read = (quote: '"' | false) => () => readRows(readText(path, encoding), { delimiter, quote })
  // Programs that write tabs often leave quotation marks as they are.
  try {
    if (delimiter === '\t') for await (const row of read('"')()) void row
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    return { about, read: read(false) }
  }
  return { about, read: read('"') }
}
