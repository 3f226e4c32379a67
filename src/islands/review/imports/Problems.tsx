import { useState } from 'react'
import type { Correction, ImportProblem } from '#contract/imports.ts'
import { plural } from '#rules/names/record-names.ts'
import { CheckField } from '../../widgets/FormField.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import type { ImportParts } from './ImportPage.tsx'
import { TEXT } from './messages.ts'
import type { FoundProps } from './OpenImport.tsx'
import { SaveSheet } from './SaveSheet.tsx'

const placeOf = ({ table, row, column }: ImportProblem | Correction): string =>
  [table, row > 0 && `row ${row}`, column].filter(Boolean).join(', ')

/** Each problem at its row, where it can be mended. */
export function Problems({ open, details, findings, parts }: FoundProps & { parts: ImportParts }) {
  const { problems, problem_count } = findings
  const isDone = details.state === 'done'
  return (
    <section className="import-problems" aria-labelledby="import-problems">
      <h3 id="import-problems">{plural(problem_count, 'problem')}</h3>
      {!isDone && <p>{TEXT.mendHint}</p>}
      {problems.map((problem) => (
        <Mend
          key={`${placeOf(problem)} ${problem.sentence}`}
          problem={problem}
          corrected={details.corrections.find((each) => placeOf(each) === placeOf(problem))}
          onMend={isDone ? null : open.store.correct}
        />
      ))}
      <SaveSheet parts={parts} id={open.id} what="problems">
        Save the Rows with Problems as a Spreadsheet
      </SaveSheet>
      {!isDone && (
        <CheckField
          label="Leave out the rows with problems"
          checked={details.skip_bad}
          onChange={({ currentTarget: { checked } }) => open.store.change({ skip_bad: checked })}
        />
      )}
    </section>
  )
}

interface MendProps {
  problem: ImportProblem
  corrected: Correction | undefined
  onMend: ((cell: Correction) => void) | null
}

/** What the cell says, to be written anew; kept when the field is left. */
function Mend({ problem, corrected, onMend }: MendProps) {
  const { table, row, column, value, sentence } = problem
  const [text, setText] = useState(corrected?.value ?? value ?? '')
  if (row === 0 || column === '' || value === null || !onMend)
    return (
      <p className="form-error">
        {placeOf(problem)}: {sentence}
      </p>
    )
  const isMended = corrected !== undefined && corrected.value !== value
  const keep = () => text !== (corrected?.value ?? value) && onMend({ table, row, column, value: text })
  return (
    <TextField
      label={placeOf(problem)}
      {...(isMended ? { hint: TEXT.mended } : { error: sentence })}
      value={text}
      onChange={setText}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  )
}
