import { CsvError } from 'csv-parse'
import { type SourceRow, UnreadableFile } from '../tables/source-row.ts'
import { unguardCell } from '../tables/formula-guard.ts'
import { parseCsv } from '../tables/text.ts'

/** Many spreadsheets write other separators. */
const separatedBy = (other: string) =>
  `The columns are separated by ${other === ';' ? 'semicolons' : 'tabs'}. Save the file as CSV with commas.`

/** Reads the rows of a CSV file with a header line; `toColumns` gets its headings and line once, and returns the columns. */
export async function* readCsvRows(
  chunks: AsyncIterable<string>,
  toColumns: (headings: string[], line: number) => string[],
): AsyncGenerator<SourceRow> {
  let columns: string[] | undefined
  let index = 0
  let next = 1
  let doubled = 0
  try {
    for await (const { record, info } of parseCsv(chunks, { skip_empty_lines: true })) {
      // csv-parse reports the line on which a record ends, and counts a CRLF inside a cell twice.
      const text = record.join('')
      doubled += text.split('\r\n').length - 1
      const end = info.lines - doubled
      const line = Math.max(1, end - text.split(/\r\n|\r|\n/).length + 1)
      next = end + 1
      if (!columns) {
        const headings = record.map((cell) => cell.trim())
        const other = headings.length === 1 && /[;\t]/.exec(headings[0]!)?.[0]
        if (other) throw new UnreadableFile(line, separatedBy(other))
        columns = toColumns(headings, line)
        continue
      }
      // Excel writes empty rows and columns where something was once.
      if (text.trim() === '') continue
      const cells = Object.fromEntries(
        columns.flatMap((column, at) => (column ? [[column, unguardCell(record[at] ?? '')]] : [])),
      )
      const row: SourceRow = { index: index++, line, cells }
      if (record.length < columns.length || record.some((cell, at) => cell && at >= columns!.length)) {
        row.broken = `The row has ${record.length} cells, the first line names ${columns.length} columns.`
      } else if (record.some((cell, at) => cell && !columns![at])) {
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
