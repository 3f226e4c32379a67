import { existsSync, writeFileSync } from 'node:fs'
import { isAnswered } from '#rules/import/questions.ts'
import { OUTCOMES } from '#server/mapping/losses.ts'
import { hostsOf } from './web-pictures.ts'
import type { TablesReport } from '#server/mapping/import-tables.ts'

const SHOWN = 12
const COLUMNS = 30
const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
const listed = (names: readonly string[]) =>
  `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}`

/** Prints what tables were taken for, what has to be decided, and what became of their cells. A mapping to correct is written where there is none yet. */
export function printTables(
  { mapping, presets, notices, mapped, problems }: TablesReport,
  { isDry, mapFile }: { isDry: boolean; mapFile: () => string },
): void {
  for (const { table, list, columns } of mapping.tables) {
    const preset = presets.get(table)
    console.log(
      `${table}: ${list === '' ? 'left aside' : list}${preset === undefined ? '' : ` (an export of ${preset})`}`,
    )
    const notes = Object.keys(columns).filter((heading) => columns[heading] === 'notes')
    if (list !== '' && notes.length > 0) console.log(`  Kept in the notes of the staff: ${listed(notes)}`)
  }
  for (const { table, line, column, sentence } of notices) {
    const place = [table, line === undefined ? '' : `row ${line}`, column === undefined ? '' : `column “${column}”`]
    console.error(`Please check: ${place.filter(Boolean).join(', ')}: ${sentence}`)
  }
  for (const problem of problems.slice(0, 40)) console.error(problem)
  if (problems.length > 40) console.error(`… and ${problems.length - 40} more.`)
  const questions = (mapped?.questions ?? []).filter((question) => !isAnswered(question, mapping))
  if (mapped) printMapped({ ...mapped, questions })
  if (questions.length > 0 || problems.length > 0 || isDry) {
    const file = mapFile()
    if (!existsSync(file)) writeFileSync(file, `${JSON.stringify(mapping, null, 2)}\n`)
    console.log(`What each column is taken for is in ${file}. Correct it and add --map "${file}".`)
  }
  if (questions.length === 0 && problems.length === 0) return
  console.error(
    questions.length > 0
      ? `${counted(questions.length, 'question')} first. Nothing was imported.`
      : 'Nothing was imported.',
  )
  process.exitCode = 1
}

function printMapped({
  questions,
  losses,
  lossesFile,
  added,
  filesWithoutRow,
  rowsWithoutFile,
  webFiles,
}: NonNullable<TablesReport['mapped']>): void {
  const total = (outcome: (typeof OUTCOMES)[number]) => losses.reduce((sum, { counts }) => sum + counts[outcome], 0)
  const [kept, changed, moved, left] = OUTCOMES.map(total)
  console.log(
    `Cells: ${kept} kept as they are, ${changed} in another form, ${moved} put elsewhere, ${left} left out. Each of the last three is in ${lossesFile}.`,
  )
  const told = losses.filter(({ examples }) => examples.length > 0)
  for (const { table, column, counts, examples } of told.slice(0, COLUMNS)) {
    const cells = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => `${counts[outcome]} ${outcome}`)
    console.log(`  ${table}, ${column}: ${cells.join(', ')}. ${examples[0]}`)
  }
  if (told.length > COLUMNS) console.log(`  … and ${told.length - COLUMNS} more columns.`)
  for (const [list, names] of added) console.log(`New ${list} by their names: ${listed(names)}`)
  if (filesWithoutRow.length > 0)
    console.error(`${counted(filesWithoutRow.length, 'file')} without a row: ${listed(filesWithoutRow)}`)
  for (const [host, count] of hostsOf(webFiles))
    console.log(
      `${counted(count, 'picture')} on ${host} ${count === 1 ? 'is' : 'are'} not here: the addresses are in the notes. --pictures ${host} fetches them.`,
    )
  if (rowsWithoutFile.length > 0)
    console.log(`${counted(rowsWithoutFile.length, 'row')} without a file: ${listed(rowsWithoutFile)}`)
  for (const question of questions.slice(0, 40)) {
    if (question.about === 'dates')
      console.error(
        `${question.table}, column “${question.column}”: is the day first in ${question.example}, or the month? Set "dates": { "${question.column}": "day first" } or "month first".`,
      )
    else if (question.about === 'doubled') {
      const rows = question.rows.map(({ key, first, row }) => `“${key}” is in ${row} and ${first}`)
      console.error(
        `${counted(question.count, 'row')} with the key of another one: ${listed(rows)}${question.count > rows.length ? ' …' : ''}. Set "doubled": "first" to leave them out, or "all" if they are records of their own.`,
      )
    } else {
      const candidates = question.candidates.map(
        ({ key, name, born, died, row = 'the archive' }) =>
          `${name}${born || died ? ` (${born ?? ''}-${died ?? ''})` : ''} in ${row}: ${key}`,
      )
      console.error(
        `Is “${question.name}” one of the ${question.list} that are there (${listed(candidates)})? Set "names": { "${question.list}": { "${question.name}": … } } to its number or "new"; or "doubtful": "new" for all of them.`,
      )
    }
  }
}
