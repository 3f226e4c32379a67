/** A row of a file: its index from 0, its first line from 1, and its cells. */
export interface SourceRow {
  index: number
  line: number
  cells: Record<string, unknown>
  /** What is wrong with the row as a whole. */
  broken?: string
  /** Where a row has a file of its own. */
  file?: string
}

/** A file that can't be read to its end: nothing is imported. */
export class UnreadableFile extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}
