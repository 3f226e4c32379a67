import { type Doubt, doubtAbout, sentenceOf } from './doubts.ts'

/** A row of text cells, one for each heading, trimmed. `line` is the row's number as the spreadsheet shows it (from 1), or which record of the file it is. */
export interface TableRow {
  line: number
  cells: string[]
}

/** What a person should know of a table; `column` is its letters, or its name where the file has no spreadsheet. */
export interface TableNotice {
  sheet?: string | undefined
  line?: number | undefined
  column?: string | undefined
  sentence: string
}

export interface SourceTable {
  /** Name of the file: `catalogue.xlsx`. */
  file: string
  /** Of files with several. */
  sheet?: string | undefined
  /** As written, without empty columns at the end. Empty and repeated ones get a name: "Column F", "Title (2)". */
  headings: string[]
  /** The preset whose columns these are, where the format says it. */
  program?: string | undefined
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
  sheet?: string | undefined
  isHidden?: boolean
  read: () => AsyncIterable<RawRow>
  /** Sentences about the table as a whole. */
  about?: string[]
  /** Merged cells, such as A1:B2, known once the table was read. */
  merged?: Set<string>
  /** The columns have names instead of letters. */
  isNamed?: boolean
  program?: string
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
export function listSome(names: readonly string[]): string {
  const named = names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} more`] : names
  return [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ')
}

/** The cells with text, trimmed, by column. */
function* filledCells({ cells }: RawRow): Generator<[number, string]> {
  for (const [column, cell] of cells.entries()) {
    const text = cell?.trim()
    if (text) yield [column, text]
  }
}

/** Headings by which every column can be told from the others, and as they are written. */
function nameHeadings({ cells }: RawRow, width: number) {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, column) => {
    const written = (cells[column] ?? '').trim().replace(/\s+/g, ' ')
    const base = written || `Column ${lettersOf(column)}`
    let name = base
    for (let next = 2; taken.has(name.toLowerCase()); next++) name = `${base} (${next})`
    taken.add(name.toLowerCase())
    return { column, written, name }
  })
}

/** Looks through a table once: its headings, its size, and cells that look wrong. Undefined if it is empty. @throws {UnreadableTable} */
export async function makeTable(file: string, { sheet, read, ...raw }: RawTable): Promise<SourceTable | undefined> {
  const where = sheet === undefined ? '' : `Sheet “${sheet}”: `
  const refuse = (reason: string) => new UnreadableTable(`${where}${reason}`)
  const top: RawRow[] = []
  const doubtful = new Map<string, { doubt: Doubt; column: number; text: string; lines: number[] }>()
  const filled = new Set<number>()
  let size = 0
  for await (const row of read()) {
    const cells = [...filledCells(row)]
    size += cells.length
    for (const [column, text] of cells) {
      if (column >= MOST_COLUMNS)
        throw refuse(
          `${lettersOf(column)}${row.line} is filled. Only ${MOST_COLUMNS} columns can be read. Delete the others.`,
        )
      filled.add(column)
      const doubt = row.doubts?.get(column) ?? doubtAbout(text)
      if (!doubt) continue
      const of = doubtful.get(`${doubt} ${column}`)
      if (of) of.lines.push(row.line)
      else doubtful.set(`${doubt} ${column}`, { doubt, column, text, lines: [row.line] })
    }
    if (size > MOST_CELLS)
      throw refuse(`Up to row ${row.line} there are over 5 million filled cells. Save it as several files.`)
    if (cells.length > 0 && top.length < TOP) top.push(row)
  }
  const widths = top.map((row) => [...filledCells(row)].length)
  // Titles stand alone in their row.
  const first = Math.max(...widths) < 3 ? 0 : widths.findIndex((cells) => cells > 1)
  const head = top[first]
  if (!head) return undefined

  const named = nameHeadings(head, Math.max(...filled) + 1)
  const notices: TableNotice[] = []
  const say = (sentence: string, line?: number, column?: string) =>
    notices.push({ sheet, line, column, sentence: `${where}${sentence}` })
  const sayOfHeadings = (why: string, of: typeof named) => {
    const cells = listSome(of.map(({ column }) => `${lettersOf(column)}${head.line}`))
    if (of.length > 0) say(`${cells}: ${why}. Called ${listSome(of.map(({ name }) => `“${name}”`))} here.`, head.line)
  }
  for (const sentence of raw.about ?? []) say(sentence)
  if (raw.isHidden) say('The sheet is hidden in the spreadsheet. It is read all the same.')
  for (const { line, cells } of top.slice(0, first))
    say(`Row ${line}: “${cells.join(' ').trim()}” stands above the headings and is left out.`, line)
  const renamed = named.filter(({ written, name }) => written !== name)
  const unnamed = renamed.filter(({ column, written }) => !written && filled.has(column))
  const repeated = renamed.filter(({ written }) => written)
  sayOfHeadings('there is no heading', unnamed)
  sayOfHeadings('the same heading is there before', repeated)
  if (raw.merged?.size) say(`${listSome([...raw.merged])}: the cells are merged. Only the first one has the value.`)
  for (const { doubt, column, text, lines } of doubtful.values()) {
    const letters = raw.isNamed ? named[column]!.name : lettersOf(column)
    const cells = lines.map((line) => (raw.isNamed ? `row ${line}` : `${letters}${line}`))
    say(sentenceOf(doubt, `${raw.isNamed ? `“${letters}” in ` : ''}${listSome(cells)}`, text), lines[0], letters)
  }
  async function* rows(): AsyncGenerator<TableRow> {
    for await (const row of read()) {
      const cells = named.map(({ column }) => (row.cells[column] ?? '').trim())
      if (row.line > head!.line && cells.some(Boolean)) yield { line: row.line, cells }
    }
  }
  return { file, sheet, program: raw.program, headings: named.map(({ name }) => name), rows, notices }
}
