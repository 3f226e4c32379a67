import { TableRows } from '#components/record/tables.tsx'
import type { ImportFindings } from '#contract/imports.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import { nextStep } from '#stores/review/imports/import-steps.ts'
import { megabytes } from '../../widgets/megabytes.ts'
import { countOfKind } from '../messages.ts'
import type { ImportParts } from './ImportPage.tsx'
import { countsText, listName, LIVING, TEXT } from './messages.ts'
import type { FoundProps } from './OpenImport.tsx'
import { Problems } from './Problems.tsx'
import { SaveSheet } from './SaveSheet.tsx'
import { Fold, Step } from './Step.tsx'

/** What the import does or did: by list, what needs care, what is wrong, and what does not stay as it is. */
export function OutcomeStep({ parts, ...props }: FoundProps & { parts: ImportParts }) {
  const { open, details, findings } = props
  const step = nextStep(details)
  const isDone = step === 'done'
  const problems = isDone || details.skip_bad ? 0 : findings.problem_count
  return (
    <Step
      id="import-outcome"
      title={isDone ? 'What happened' : 'What will happen'}
      state={
        step === 'answer' ? 'After your answers' : problems > 0 ? plural(problems, 'problem') : countsText(findings)
      }
      isNext={['mend', 'run', 'done'].includes(step)}
      needsLook={step === 'answer' || problems > 0}
    >
      <Lists lists={findings.lists} />
      <ul className="effects">
        {effectsOf(findings).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {findings.problem_count > 0 && <Problems {...props} parts={parts} />}
      <Fold
        title={`${plural(findings.warning_count, 'thing')} that may not be meant`}
        columns={['Table', 'Row', 'Column', 'Note']}
        rows={findings.warnings.map(({ table, row, column, sentence }) => [table, `${row || ''}`, column, sentence])}
      />
      <Fold
        title={`Files without a row: ${formatNumber(findings.files_without_row.length)}`}
        columns={['File']}
        rows={findings.files_without_row.map((file) => [file])}
      />
      <Fold
        title={`Rows without a file: ${formatNumber(findings.rows_without_file.length)}`}
        columns={['Row']}
        rows={findings.rows_without_file.map((row) => [row])}
      />
      <Cells findings={findings} />
      <SaveSheet parts={parts} id={open.id} what="cells">
        Save a List of All Changes as a Spreadsheet
      </SaveSheet>
      {!isDone && (
        <fieldset className="import-status">
          <legend>New items are</legend>
          {(['draft', 'published'] as const).map((status) => (
            <label key={status}>
              <input
                type="radio"
                name="status"
                checked={details.status === status}
                onChange={() => open.store.change({ status })}
              />
              {TEXT[status]}
            </label>
          ))}
        </fieldset>
      )}
    </Step>
  )
}

const COUNTS = {
  added: 'New',
  updated: 'Changed',
  unchanged: 'The same',
  conflicts: 'Edited here',
  rejected: 'Left out',
}
type Count = keyof typeof COUNTS

function Lists({ lists }: Pick<ImportFindings, 'lists'>) {
  const shown = (Object.keys(COUNTS) as Count[]).filter((key) => lists.some((each) => each[key] > 0))
  const rows = lists
    .filter((each) => shown.some((key) => each[key] > 0))
    .map((each) => [listName(each.list), ...shown.map((key) => formatNumber(each[key]))])
  return rows.length > 0 && <TableRows table={{ columns: ['List', ...shown.map((key) => COUNTS[key])] }} rows={rows} />
}

/** In sentences. */
function effectsOf({ added, pictures, living, conflict_count }: ImportFindings): string[] {
  const names = added.map(
    ({ list, count, names }) =>
      `${countOfKind(list, count)} from names in cells: ${names.slice(0, 5).join('; ')}${count > 5 ? ' …' : ''}`,
  )
  if (pictures.count > 0) names.push(`${plural(pictures.count, 'picture')}, ${megabytes(pictures.bytes)}`)
  if (living.count > 0)
    names.push(`${plural(living.count, 'person', 'people')} may be living: ${LIVING[living.mode] ?? ''}`)
  if (conflict_count > 0)
    names.push(`${plural(conflict_count, 'record')} edited here since the last import: kept as in the archive`)
  return names
}

const OUTCOMES = { kept: 'Kept', changed: 'Written differently', moved: 'Put elsewhere', 'left out': 'Left out' }
type Outcome = keyof typeof OUTCOMES

/** What becomes of the cells of each column that is not kept as it is. */
function Cells({ findings: { tables } }: { findings: ImportFindings }) {
  const keys = Object.keys(OUTCOMES) as Outcome[]
  const columns = tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ heading, cells }) => (cells ? { name: `${heading} (${table})`, cells } : [])),
  )
  const sums = keys.map((key) => {
    const sum = columns.reduce((total, { cells }) => total + cells[key], 0)
    return `${formatNumber(sum)} ${OUTCOMES[key].toLowerCase()}`
  })
  return (
    <Fold
      title={`Cells: ${sums.join(', ')}`}
      columns={['Column', ...Object.values(OUTCOMES)]}
      rows={columns
        .filter(({ cells }) => cells.changed + cells.moved + cells['left out'] > 0)
        .map(({ name, cells }) => [name, ...keys.map((key) => formatNumber(cells[key]))])}
    />
  )
}
