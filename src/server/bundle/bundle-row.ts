/** A row as it stands in a file: its number in the file from 0, the line on which it begins from 1, and its cells. */
export interface SourceRow {
  index: number
  line: number
  cells: Record<string, unknown>
  /** What is wrong with the row itself, before any column is looked at. */
  broken?: string
}

/** A row that was read: every column of its list, defaults filled in; written dates are split into number and text. */
export type Row = Record<string, unknown>

/** What is wrong with one field of one row; `field` is empty for the row or the file as a whole. */
export interface Problem {
  field: string
  reason: string
}
/**
 * A problem with its place. `line` is 0 where a file as a whole is meant; `row` counts the rows of the file from 1 (a JSON file may hold all of them on one
 * line), and is 0 where no single row is meant.
 */
export interface Issue extends Problem {
  file: string
  line: number
  row: number
}

/** A file that cannot be read on: nothing after this place is known, so nothing is imported. */
export class UnreadableFile extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}
