/** A row of a file: its index from 0, its first line from 1, and its cells. */
export interface SourceRow {
  index: number
  line: number
  cells: Record<string, unknown>
  /** What is wrong with the row as a whole. */
  broken?: string
}

/** A parsed row: every column of its list with defaults; written dates are split into number and text. */
export type Row = Record<string, unknown>

/** What a bundle calls a record: its number, or a text for a lot and for a row without a number. */
export type Key = number | string
/** The keys in a field: one, a list, or none. */
export const keysIn = (value: unknown): Key[] =>
  Array.isArray(value) ? (value as Key[]) : typeof value === 'number' || typeof value === 'string' ? [value] : []

/** What a row is imported without: a cell, or with `key` one link of a list. */
export interface LeftOut {
  field: string
  key?: Key | undefined
}

/** A problem with a field; `field` is empty for the row or the file as a whole. */
export interface Problem {
  field: string
  reason: string
}
/** A problem and its location. `line` and `row` count from 1 (a JSON file may be a single line); 0: the whole file. */
export interface Issue extends Problem {
  file: string
  line: number
  row: number
}

/** A file that can't be read to its end: nothing is imported. */
export class UnreadableFile extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}
