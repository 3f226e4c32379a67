import { useState } from 'react'
import type { Correction, ImportProblem } from '#contract/imports.ts'
import { plural } from '#rules/names/record-names.ts'
import { Button } from '../../widgets/Button.tsx'
import { CheckField } from '../../widgets/FormField.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { TEXT } from './messages.ts'
import type { FoundProps } from './OpenImport.tsx'

const placeOf = ({ table, row, column }: ImportProblem | Correction): string =>
  [table, row > 0 && `row ${row}`, column].filter(Boolean).join(', ')

/** Each problem at its row, where it can be mended. */
export const Problems = ({ open: { store, save }, details, findings }: FoundProps) => (
  <section className="import-problems" aria-labelledby="import-problems">
    <h3 id="import-problems">{plural(findings.problem_count, 'problem')}</h3>
    <p>{TEXT.mendHint}</p>
    {findings.problems.map((problem) => {
      const place = placeOf(problem)
      const corrected = details.corrections.find((each) => placeOf(each) === place)
      return <Mend key={`${place} ${problem.sentence}`} {...{ problem, corrected }} onMend={store.correct} />
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
  if (row === 0 || column === '' || value === null)
    return <p className="form-error">{[placeOf(problem), sentence].filter(Boolean).join(': ')}</p>
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
