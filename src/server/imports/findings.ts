import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportFindings, ImportProblem, ImportQuestion } from '#contract/imports.ts'
import { IMPORT } from '#contract/limits.ts'
import { isAnswered } from '#rules/import/questions.ts'
import type { Issue } from '../bundle/bundle-row.ts'
import type { ImportReport } from '../bundle/import-report.ts'
import type { TablesReport } from '../mapping/import-tables.ts'
import { PROBLEM, tableName } from '../mapping/survey.ts'
import type { SourceTable } from '../tables/source-table.ts'
import { workbookOf, type Sheet } from '../tables/write-xlsx.ts'

const shorten = (text: string) => (text.length > IMPORT.example ? `${text.slice(0, IMPORT.example - 1)}…` : text)
const asProblem = ({ file, row, field, reason }: Issue): ImportProblem => ({
  ...{ table: file, row, column: field, sentence: reason, value: '' },
})
const whole = (sentence: string): ImportProblem => ({ table: '', row: 0, column: '', value: '', sentence })

/** Rows of the spreadsheet of problems. */
const MOST_ROWS = 50_000

/** Reads a table once more: its size, examples, cells with a problem or a warning, and rows with a problem. */
async function lookThrough(table: SourceTable, found: readonly ImportProblem[], mild: ReadonlySet<ImportProblem>) {
  const name = tableName(table)
  const own = Map.groupBy(
    found.filter((each) => each.table === name && each.row > 0),
    ({ row }) => row,
  )
  const examples = table.headings.map(() => new Set<string>())
  const bad: string[][] = []
  let rows = 0
  for await (const { line, cells } of table.rows()) {
    rows += 1
    for (const [at, cell] of cells.entries()) if (cell && examples[at]!.size < 3) examples[at]!.add(shorten(cell))
    const told = own.get(line) ?? []
    for (const each of told) {
      const cell = cells[table.headings.indexOf(each.column)] ?? ''
      each.value = cell.length > IMPORT.cell ? null : cell
    }
    const problems = told.filter((each) => !mild.has(each))
    if (problems.length > 0 && bad.length < MOST_ROWS)
      bad.push([
        ...cells,
        problems.map(({ column, sentence }) => (column ? `${column}: ${sentence}` : sentence)).join(' '),
      ])
  }
  return { name, rows, examples, bad }
}

/** A name that Excel takes. */
const sheetName = (table: string, at: number) => `${at + 1} ${table.replace(/[\\/?*:[\]]/g, ' ')}`.slice(0, 31).trim()

/** What a check or an import has found, and the spreadsheet of its problems. */
export async function describeTables(done: TablesReport, problemsFile: string): Promise<ImportFindings> {
  const { mapped, report, presets, notices, root, files } = done
  const problems = [...done.problems.map(whole), ...(report?.issues ?? []).map(asProblem)]
  const names = new Set(done.tables.map(tableName))
  const aside = notices.filter(({ table }) => !names.has(table))
  const warnings = [
    ...aside.map(({ table, sentence }) => ({ ...whole(sentence), table })),
    ...(report?.warnings ?? []).map(asProblem),
  ]
  const tables: ImportFindings['tables'] = []
  const sheets: Sheet[] = []
  for (const table of done.tables) {
    const { name, rows, examples, bad } = await lookThrough(table, [...problems, ...warnings], new Set(warnings))
    if (bad.length > 0)
      sheets.push({ sheet: sheetName(name, sheets.length), data: [[...table.headings, PROBLEM], ...bad] })
    const columns = table.headings.map((heading, at) => {
      const losses = mapped?.losses.find((each) => each.table === name && each.column === heading)
      const cells = losses && { ...losses.counts, 'left out': losses.counts['left out'] - losses.withRow }
      return { heading, examples: [...examples[at]!], cells: cells ?? null, changes: losses?.examples ?? [] }
    })
    const own = notices.filter((each) => each.table === name)
    tables.push({
      ...{ table: name, rows, preset: presets.get(name) ?? null, columns },
      notices: own.map(({ line = null, column = null, sentence }) => ({ row: line, column, sentence })),
    })
  }
  if (sheets.length > 0) await workbookOf(sheets).toFile(problemsFile)
  const left = new Set(mapped?.filesWithoutRow)
  const pictures = { count: 0, bytes: 0 }
  for (const file of mapped ? files : []) {
    if (left.has(file)) continue
    pictures.count += 1
    pictures.bytes += (await stat(join(root, file))).size
  }
  const added = [...(mapped?.added ?? [])]
  return {
    ...describeReport(report, problems, warnings),
    ...{
      tables,
      pictures,
      embedded: done.embedded,
      questions: (mapped?.questions ?? [])
        .map((each) => ({ ...each, answered: isAnswered(each, done.mapping) }) as ImportQuestion)
        .toSorted((a, b) => Number(a.answered) - Number(b.answered))
        .slice(0, IMPORT.questions),
    },
    added: added.map(([list, names]) => ({ list, count: names.length, names: names.slice(0, IMPORT.names) })),
    files_without_row: [...left].slice(0, IMPORT.names).map((file) => file.replace(/^(?:files|unpacked)\//, '')),
    rows_without_file: (mapped?.rowsWithoutFile ?? []).slice(0, IMPORT.names),
  }
}

/** The same of a bundle, which has no tables of others. */
export function describeBundle(report: ImportReport): ImportFindings {
  const found = describeReport(report, report.issues.map(asProblem), report.warnings.map(asProblem))
  const tables = report.lists.map(({ list, rows }) => ({
    ...{ table: list, rows, preset: null, columns: [], notices: [] },
  }))
  return { ...found, tables }
}

function describeReport(
  report: ImportReport | undefined,
  problems: ImportProblem[],
  warnings: ImportProblem[],
): ImportFindings {
  const lists = (report?.lists ?? []).map(({ list, rejected, conflicts, written }) => {
    const { added = 0, updated = 0, unchanged = 0 } = written ?? {}
    return { list, added, updated, unchanged, rejected, conflicts }
  })
  return {
    ...{ problems: problems.slice(0, IMPORT.problems), problem_count: problems.length },
    ...{ warnings: warnings.slice(0, IMPORT.problems), warning_count: warnings.length },
    ...{ lists, conflict_count: report?.conflicts.length ?? 0, living: report?.living ?? { count: 0, mode: '' } },
    ...{ tables: [], questions: [], added: [], pictures: { count: 0, bytes: 0 }, embedded: 0 },
    ...{ files_without_row: [], rows_without_file: [] },
  }
}
