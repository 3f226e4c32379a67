/** A row of text cells; `line` is the row's number as the spreadsheet shows it (from 1). Cells are trimmed text, one per heading. */
export interface TableRow {
  line: number
  cells: string[]
}
export interface TableNotice {
  sheet?: string
  line?: number
  column?: string
  sentence: string
}
export interface SourceTable {
  file: string
  sheet?: string
  headings: string[]
  rows(): AsyncIterable<TableRow>
  notices: TableNotice[]
}
export class UnreadableTable extends Error {}
export async function readTables(path: string): Promise<SourceTable[]> {
  throw new UnreadableTable(path)
}
