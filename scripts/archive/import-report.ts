import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Issue, Conflict } from '#server/bundle/bundle-row.ts'
import type { ImportReport, ImportedList } from '#server/bundle/import-report.ts'

/** Problems printed on the terminal; a longer list goes to a file. */
const LISTED = 40
/** Letters of a value in a line. */
const SHOWN = 60
const CHECKOUT = resolve(import.meta.dirname, '../..')

/** Where a list about a bundle is written: beside its folder; where that is in this program's own folder, or closed, in DATA_DIR. */
export function besideBundle(folder: string, ending: string, dataDir: string): string {
  const beside = dirname(folder)
  try {
    accessSync(beside, constants.W_OK)
    if (!`${beside}${sep}`.startsWith(`${CHECKOUT}${sep}`)) return `${folder}-${ending}`
  } catch {
    // Closed.
  }
  mkdirSync(dataDir, { recursive: true })
  return join(dataDir, `${basename(folder)}-${ending}`)
}

const place = ({ file, line, row }: Pick<Issue, 'file' | 'line' | 'row'>) =>
  `${file}${line > 0 ? `:${line}` : ''}${row > 0 && !file.endsWith('.csv') ? ` row ${row}` : ''}`

/** `people.csv:12 sex: …`; for JSON, which may be a single line, with the row number. */
const issueLine = (issue: Issue) => `${place(issue)}${issue.field ? ` ${issue.field}` : ''}: ${issue.reason}`

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `“${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}”`
}

/** `items.csv:3 (3): In conflict. It was changed here since the last import. title: “Mill” here, “The mill” in the bundle.` */
function conflictLine({ key, reason, changes, ...where }: Conflict): string {
  const values = changes.map(
    ({ field, before, after }) => `${field}: ${valueText(before)} here, ${valueText(after)} in the bundle.`,
  )
  return [`${place(where)} (${key}): In conflict. ${reason}`, ...values].join(' ')
}

function printLines(lines: readonly string[], path: () => string): void {
  for (const line of lines.slice(0, LISTED)) console.error(line)
  if (lines.length <= LISTED) return
  const file = path()
  writeFileSync(file, `${lines.join('\n')}\n`)
  console.error(`… and ${lines.length - LISTED} more. The full list is in ${file}.`)
}

/** `items: 3 new, 2 changed (title 2), 5 the same, 1 in conflict, 1 invalid` */
function listLine({ list, rows, rejected, written, changed, conflicts }: ImportedList): string {
  const fields = Object.entries(changed).map(([field, count]) => `${field} ${count}`)
  const counts = written
    ? [
        `${written.added} new`,
        `${written.updated} changed${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`,
        `${written.unchanged} the same`,
        ...[`${conflicts} in conflict`, `${rejected} invalid`],
      ]
    : [`${rows} rows`, `${rejected} invalid`]
  return `${list}: ${counts.join(', ')}`
}

const SHOWN_OF = {
  names: 'visitors see their names only',
  hidden: 'visitors see nothing of them',
  shown: 'visitors see everything, as the settings say',
}
const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

/** Prints what an import did, or would do. `problemsFile` and `rejectedFile` are made when they are needed. */
export function printReport(
  { source, knownSources, issues, warnings, conflicts, imported, lists, living, settings }: ImportReport,
  files: { problems: () => string; rejected: string },
  from: 'bundle' | 'table' = 'bundle',
): void {
  const toCheck = warnings.map((each) => `Please check: ${issueLine(each)}`)
  printLines([...issues.map(issueLine), ...conflicts.map(conflictLine), ...toCheck], files.problems)
  const others = knownSources.filter((each) => each !== source)
  const isNew = others.length > 0 && others.length === knownSources.length
  const note = isNew ? `, which was never imported before. --source names another one: ${others.join(', ')}.` : ''
  console.log(`Source: ${source}${note}`)
  for (const list of lists) console.log(listLine(list))
  if (settings.length > 0)
    console.log(`settings: ${settings.length} (${settings.join(', ')}). Undoing this import leaves them as they are.`)
  if (living.count > 0) {
    const who = living.count === 1 ? '1 person is' : `${living.count} people are`
    console.log(`${who} presumed living: ${SHOWN_OF[living.mode]}.`)
  }
  if (conflicts.length > 0) {
    const what = `${counted(conflicts.length, 'row')} in conflict ${conflicts.length === 1 ? 'is' : 'are'} left alone.`
    console.error(`${what} --replace takes the values of the ${from}.`)
  }
  if (imported) {
    console.log(issues.length > 0 ? `Imported. What was left out is in ${files.rejected}.` : 'Imported.')
  } else if (issues.length > 0) {
    console.error(`${counted(issues.length, 'problem')}. Nothing was imported.`)
    // A file that can't be read, or was not, stops the import whatever the options.
    const stops = issues.some(({ row, field }) => row === 0 && field === '')
    const skip = 'or add --skip-bad to leave out what is wrong: a value where the row can do without it, else the row.'
    console.error(`Correct the ${from} and import it again${stops ? '.' : `, ${skip}`}`)
    process.exitCode = 1
  } else console.log('No problems. Nothing was imported (--dry-run).')
}
