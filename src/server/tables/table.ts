import { type Doubt, doubtAbout, sentenceOf } from './doubts.ts'

/** A row of text cells, one for each heading, trimmed. `line` is the row's number as the spreadsheet shows it (from 1). */
export interface TableRow {
  line: number
  cells: string[]
}

/** What a person should know of a table; `column` is its letters, or its name where the file has no spreadsheet. */
export interface TableNotice {
  sheet?: string
  line?: number
  column?: string
  sentence: string
}

export interface SourceTable {
  /** Name of the file: `catalogue.xlsx`. */
  file: string
  /** Of files with several. */
  sheet?: string
  /** As written, without empty columns at the end. Empty and repeated ones get a name: "Column F", "Title (2)". */
  headings: string[]
  /** Reads the rows, as often as asked, without empty ones. Holds a few of them in memory. @throws {UnreadableTable} */
  rows(): AsyncIterable<TableRow>
  notices: TableNotice[]
}

/** Why a file can't be read as tables: a sentence for whoever gave it. */
export class UnreadableTable extends Error {}

/** Cells as they are in the file; those without a value may be missing. */
export interface RawRow {
  line: number
  cells: string[]
  /** What only the format knows of a cell, by column from 0. */
  doubts?: Map<number, Doubt>
}

/** What a reader knows of a table. `read` may be called often. */
export interface RawTable {
  sheet?: string
  read: () => AsyncIterable<RawRow>
  /** Sentences about the table as a whole. */
  about?: string[]
  /** Merged cells, such as A1:B2, known once the table was read. */
  merged?: Set<string>
  /** The columns have names instead of letters, and the file has lines instead of rows. */
  isNamed?: boolean
  isHidden?: boolean
}

const MOST_COLUMNS = 500
const MOST_CELLS = 5_000_000
/** Rows in which headings are looked for, below a title. */
const TOP = 20
/** Cells that a sentence names. */
const NAMED = 5

/** The letters of a column, from 0: A, Z, AA. */
export function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last
}
export const listOf = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

/** The cells with text, trimmed, by column. */
function* filledCells({ cells }: RawRow): Generator<[number, string]> {
  for (const [column, cell] of cells.entries()) {
    const text = cell?.trim()
    if (text) yield [column, text]
  }
}

/** Headings by which every column can be told from the others, and sentences about those that were named here. */
function nameHeadings(row: RawRow, width: number, filled: Set<number>) {
  const sentences: string[] = []
  const taken = new Set<string>()
  const written = Array.from({ length: width }, (_, column) => (row.cells[column] ?? '').trim().replace(/\s+/g, ' '))
  const headings = written.map((heading, column) => {
    const base = heading || `Column ${lettersOf(column)}`
    let name = base
    for (let next = 2; taken.has(name.toLowerCase()) || (next > 2 && written.includes(name)); next++)
      name = `${base} (${next})`
    taken.add(name.toLowerCase())
    const cell = `${lettersOf(column)}${row.line}`
    if (heading === '' && filled.has(column))
      sentences.push(`${cell}: the column has no heading. It is called “${name}” here.`)
    else if (heading && name !== heading)
      sentences.push(`${cell}: the heading “${heading}” is there twice. This one is called “${name}” here.`)
    return name
  })
  return { headings, sentences }
}

/** Looks through a table once: its headings, its size, and cells that look wrong. Undefined if it is empty. @throws {UnreadableTable} */
export async function makeTable(file: string, raw: RawTable): Promise<SourceTable | undefined> {
  const where = raw.sheet === undefined ? '' : `Sheet “${raw.sheet}”: `
  const top: RawRow[] = []
  const doubtful = new Map<string, { doubt: Doubt; column: number; text: string; lines: number[] }>()
  const filled = new Set<number>()
  let width = 0
  let size = 0
  for await (const row of raw.read()) {
    const before = size
    for (const [column, text] of filledCells(row)) {
      size += 1
      width = Math.max(width, column + 1)
      filled.add(column)
      const doubt = row.doubts?.get(column) ?? doubtAbout(text)
      if (!doubt) continue
      const key = `${doubt} ${column}`
      const all = doubtful.get(key) ?? { doubt, column, text, lines: [] }
      doubtful.set(key, all)
      all.lines.push(row.line)
    }
    if (size > before && top.length < TOP) top.push(row)
    if (width > MOST_COLUMNS) {
      const cell = `${lettersOf(width - 1)}${row.line}`
      throw new UnreadableTable(
        `${where}${cell} is filled, which makes ${width} columns. At most ${MOST_COLUMNS} can be read: delete the others, or save them as a second file.`,
      )
    }
    if (size > MOST_CELLS) {
      throw new UnreadableTable(
        `${where}there are more than ${MOST_CELLS.toLocaleString('en')} filled cells up to row ${row.line}. Save the table as several files.`,
      )
    }
  }
  if (top.length === 0) return undefined

  const widths = top.map((row) => [...filledCells(row)].length)
  // Titles stand alone in their row.
  const first = Math.max(...widths) < 3 ? 0 : widths.findIndex((cells) => cells > 1)
  const head = top[first]!
  const { headings, sentences } = nameHeadings(head, width, filled)
  const notices: TableNotice[] = []
  const say = (sentence: string, place: Pick<TableNotice, 'line' | 'column'> = {}) =>
    notices.push({ ...(raw.sheet !== undefined && { sheet: raw.sheet }), ...place, sentence: `${where}${sentence}` })
  for (const sentence of raw.about ?? []) say(sentence)
  if (raw.isHidden) say('the sheet is hidden in the spreadsheet. It is read all the same.')
  for (const row of top.slice(0, first)) {
    const [column, text] = filledCells(row).next().value!
    say(`${lettersOf(column)}${row.line}: “${text}” stands above the headings and is left out.`, {
      line: row.line,
      column: lettersOf(column),
    })
  }
  for (const sentence of sentences) say(sentence, { line: head.line })
  if (raw.merged?.size) {
    const named = [...raw.merged].slice(0, NAMED)
    const more = raw.merged.size - named.length
    say(
      `${listOf([...named, ...(more ? [`${more} more`] : [])])}: the cells are merged. Only the first one has the value; the others are empty.`,
    )
  }
  for (const { doubt, column, text, lines } of doubtful.values()) {
    const letters = raw.isNamed ? headings[column]! : lettersOf(column)
    const named = lines.slice(0, NAMED).map((line) => (raw.isNamed ? `line ${line}` : `${letters}${line}`))
    const more = lines.length - named.length
    const cells = listOf([...named, ...(more ? [`${more} more of this column`] : [])])
    say(sentenceOf(doubt, raw.isNamed ? `“${letters}” in ${cells}` : cells, text), { line: lines[0]!, column: letters })
  }

  return {
    ...{ file, headings, notices },
    ...(raw.sheet !== undefined && { sheet: raw.sheet }),
    async *rows() {
      for await (const row of raw.read()) {
        if (row.line <= head.line) continue
        const cells = headings.map((_, column) => (row.cells[column] ?? '').trim())
        if (cells.some(Boolean)) yield { line: row.line, cells }
      }
    },
  }
}
