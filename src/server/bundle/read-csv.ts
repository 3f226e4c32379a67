import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { UnreadableFile, type SourceRow } from './bundle-row.ts'

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** Many spreadsheets write semicolons or tabs: what the first line has, which names columns and so is hardly ever text. */
async function findDelimiter(chunks: AsyncIterator<string>): Promise<{ delimiter: string; head: string }> {
  let head = ''
  while (!/[\r\n]/.test(head)) {
    const { done, value } = await chunks.next()
    if (done) break
    head += value
  }
  const [line] = head.split(/[\r\n]/, 1)
  return { delimiter: line!.includes(',') ? ',' : (/[;\t]/.exec(line!)?.[0] ?? ','), head }
}

/** Reads the rows of a CSV file with a header line; `toColumns` gets its headings and line once, and returns the columns. */
export async function* readCsvRows(
  chunks: AsyncGenerator<string>,
  toColumns: (headings: string[], line: number) => string[],
): AsyncGenerator<SourceRow> {
  const { delimiter, head } = await findDelimiter(chunks)
  async function* whole() {
    yield head
    yield* chunks
  }
  const parser = Readable.from(whole()).compose(
    parse({ bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true, trim: false }),
  )
  let columns: string[] | undefined
  let index = 0
  let next = 1
  let doubled = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // csv-parse reports the line on which a record ends, and counts a CRLF inside a cell twice.
      const text = record.join('')
      doubled += text.split('\r\n').length - 1
      const end = info.lines - doubled
      const line = Math.max(1, end - text.split(/\r\n|\r|\n/).length + 1)
      next = end + 1
      if (!columns) {
        // Excel writes empty columns and rows beside a table, where something was once.
        const headings = record.map((cell) => cell.trim())
        columns = toColumns(headings.slice(0, headings.findLastIndex(Boolean) + 1), line)
        continue
      }
      if (text.trim() === '') continue
      const filled = Math.max(columns.length, record.findLastIndex(Boolean) + 1)
      const count = Math.min(record.length, filled)
      const cells = Object.fromEntries(columns.flatMap((column, at) => (column ? [[column, record[at] ?? '']] : [])))
      const row: SourceRow = { index: index++, line, cells }
      if (count !== columns.length) {
        row.broken = `The row has ${count} cells, the first line names ${columns.length} columns.`
      } else if (columns.some((column, at) => !column && record[at])) {
        row.broken = 'The row has a cell in a column without a heading.'
      }
      yield row
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableFile(Number(error['lines'] ?? next), `This is not valid CSV: ${error.message}.`)
    throw error
  }
  if (!columns) throw new UnreadableFile(1, 'The file is empty: a first line with the names of the columns is needed.')
}
