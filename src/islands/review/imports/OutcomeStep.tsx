import { TableRows } from '#components/record/tables.tsx'
import type { Correction, ImportFindings, ImportProblem } from '#contract/imports.ts'
import type { RecordKind } from '#contract/record.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import { isBusy, nextStep } from '#stores/review/imports/import-steps.ts'
import { Button } from '../../widgets/Button.tsx'
import { megabytes } from '../../widgets/megabytes.ts'
import { countOfKind, kindNames } from '../messages.ts'
import { LIVING, TEXT, countsText } from './messages.ts'
import type { FoundProps } from './import-parts.ts'
import { Fold, Step } from './Step.tsx'
import { useState } from 'react'
import { CheckField } from '../../widgets/FormField.tsx'
import { TextField } from '../../widgets/TextField.tsx'

/** What the import does or did: by list, what needs care, what is wrong, and what does not stay as it is. */
export function OutcomeStep(props: FoundProps) {
  const { open, details, findings } = props
  const step = nextStep(details)
  const isDone = step === 'done'
  const problems = isDone || details.skip_bad ? 0 : findings.problem_count
  const pending = step === 'answer' ? 'After your answers' : details.stale && 'After the next check'
  return (
    <fieldset className="import-steps" disabled={isBusy(details)}>
      <legend className="visually-hidden">Outcome</legend>
      <Step
        id="import-outcome"
        title={isDone ? 'What happened' : 'What will happen'}
        state={pending || (problems > 0 ? plural(problems, 'problem') : countsText(findings))}
        needsLook={!pending && problems > 0}
        isPending={Boolean(pending)}
        isNext={['mend', 'run', 'done'].includes(step)}
      >
        <Lists lists={findings.lists} />
        {findings.added.map(({ list, count, names }) => (
          <Paths key={list} title={`${countOfKind(list, count)} from names in cells`} paths={names} first={5} />
        ))}
        <ul className="effects">
          {effectsOf(findings).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {!isDone && findings.problem_count > 0 && <Problems {...props} />}
        {isDone && <Notes title="Left out" notes={findings.problems} count={findings.problem_count} />}
        <Notes title="Worth a look" notes={findings.warnings} count={findings.warning_count} />
        <Paths title="Files without a row" paths={findings.files_without_row} />
        <Paths title="Rows without a file" paths={findings.rows_without_file} />
        <Cells tables={findings.tables} />
        <p className="buttons">
          <Button onClick={() => void open.save('cells')}>Save All Changes of Cells as a Spreadsheet</Button>
        </p>
        {!isDone && findings.embedded > 0 && (
          <CheckField
            label={TEXT.embedded}
            hint={`${plural(findings.embedded, 'picture')} of them ${findings.embedded === 1 ? 'says' : 'say'} something.`}
            checked={props.mapping.embedded === 'use'}
            onChange={({ currentTarget: { checked } }) =>
              open.store.changeMapping({ embedded: checked ? 'use' : 'list' })
            }
          />
        )}
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
    </fieldset>
  )
}

const Notes = ({ title, notes, count }: { title: string; notes: readonly ImportProblem[]; count: number }) => (
  <Fold
    title={`${title}: ${formatNumber(count)}`}
    columns={['Table', 'Row', 'Column', 'Note']}
    rows={notes.map(({ table, row, column, sentence }) => [table, row ? `${row}` : '', column, sentence])}
  />
)
const someOf = (names: readonly string[], most: number) =>
  names.slice(0, most).join('; ') + (names.length > most ? ' …' : '')
/** `first`: how many are in the title, instead of their number. */
const Paths = ({ title, paths, first = 0 }: { title: string; paths: readonly string[]; first?: number }) => (
  <Fold
    title={`${title}: ${first ? someOf(paths, first) : paths.length}`}
    columns={['Name']}
    rows={paths.map((path) => [path])}
  />
)

const COUNTS = { added: 'New', updated: 'Changed', unchanged: 'The same', conflicts: 'Edited here', rejected: 'Wrong' }
const OUTCOMES = { kept: 'Kept', changed: 'Written differently', moved: 'Put elsewhere', 'left out': 'Left out' }
const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[]

function Lists({ lists }: Pick<ImportFindings, 'lists'>) {
  const keys = keysOf(COUNTS).filter((key) => lists.some((each) => each[key] > 0))
  const rows = lists
    .filter((each) => keys.some((key) => each[key] > 0))
    .map((each) => [kindNames(each.list as RecordKind), ...keys.map((key) => formatNumber(each[key]))])
  return rows.length > 0 && <TableRows table={{ columns: ['List', ...keys.map((key) => COUNTS[key])] }} rows={rows} />
}

/** In sentences. */
function effectsOf({ pictures, living, conflict_count: conflicts }: ImportFindings): string[] {
  return [
    pictures.count > 0 && `${plural(pictures.count, 'picture')}, ${megabytes(pictures.bytes)}`,
    living.count > 0 && `${plural(living.count, 'person', 'people')} may be living: ${LIVING[living.mode] ?? ''}`,
    conflicts > 0 && `${plural(conflicts, 'record')} edited here since the last import: kept as in the archive`,
  ].filter((text) => text !== false)
}

/** What becomes of the cells, and of each column that is not kept as it is. */
function Cells({ tables }: Pick<ImportFindings, 'tables'>) {
  const keys = keysOf(OUTCOMES)
  const columns = tables.flatMap(({ table, columns }) =>
    columns.flatMap(({ heading, cells }) => (cells ? { name: `${heading} (${table})`, cells } : [])),
  )
  const sums = keys.map((key) => columns.reduce((total, { cells }) => total + cells[key], 0))
  return (
    <Fold
      title={`Cells: ${keys.map((key, at) => `${formatNumber(sums[at]!)} ${OUTCOMES[key].toLowerCase()}`).join(', ')}`}
      columns={['Column', ...Object.values(OUTCOMES)]}
      rows={columns
        .filter(({ cells }) => cells.changed + cells.moved + cells['left out'] > 0)
        .map(({ name, cells }) => [name, ...keys.map((key) => formatNumber(cells[key]))])}
    />
  )
}

const placeOf = ({ table, row, column }: ImportProblem | Correction): string =>
  [table, row > 0 && `row ${row}`, column].filter(Boolean).join(', ')

/** Each problem at its row, where it can be mended. */
const Problems = ({ open: { store, save }, details, findings }: FoundProps) => (
  <section className="import-problems" aria-labelledby="import-problems">
    <h3 id="import-problems">{plural(findings.problem_count, 'problem')}</h3>
    <p>{TEXT.mendHint}</p>
    {findings.problems.map((problem) => {
      const place = placeOf(problem)
      const corrected = details.corrections.find((each) => placeOf(each) === place)
      const table = findings.tables.find((each) => each.table === problem.table)
      const isCell = table?.columns.some(({ heading }) => heading === problem.column) && problem.row > 0
      return isCell && problem.value !== null ? (
        <Mend key={`${place} ${problem.sentence}`} {...{ problem, corrected }} onMend={store.correct} />
      ) : (
        <p key={`${place} ${problem.sentence}`} className="form-error">
          {[place, problem.sentence].filter(Boolean).join(': ')}
        </p>
      )
    })}
    <p className="buttons">
      <Button onClick={() => void save('problems')}>Save the Rows with Problems as a Spreadsheet</Button>
    </p>
    <CheckField
      label="Leave out the rows with problems"
      checked={details.skip_bad}
      onChange={({ currentTarget: { checked } }) => store.change({ skip_bad: checked })}
    />
  </section>
)

interface MendProps {
  problem: ImportProblem
  corrected: Correction | undefined
  onMend: (cell: Correction) => void
}

/** What the cell says, to be written anew; kept when the field is left. */
function Mend({ problem, corrected, onMend }: MendProps) {
  const { table, row, column, value, sentence } = problem
  const known = corrected?.value ?? value
  const [text, setText] = useState(known ?? '')
  const keep = () => text !== known && onMend({ table, row, column, value: text })
  return (
    <TextField
      label={placeOf(problem)}
      {...(known === value ? { error: sentence } : { hint: TEXT.mended })}
      value={text}
      onChange={setText}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}
