import { recordAddress } from '#rules/addresses/record-address.ts'
import { plural } from '#rules/names/record-names.ts'
import { type Decision, decisionOf, nameQuestions, openQuestions } from '#stores/review/imports/import-steps.ts'
import { Button } from '../../widgets/Button.tsx'
import { kindName } from '../messages.ts'
import { candidateText, TEXT } from './messages.ts'
import type { FoundProps } from './import-parts.ts'
import { Step } from './Step.tsx'

/** Names that may be those of records: as written, beside the records. */
export function NamesStep({ open: { store }, details, findings, mapping }: FoundProps) {
  const questions = nameQuestions(findings.questions)
  const open = questions.filter(({ answered }) => !answered)
  const others = questions.filter(({ answered }) => answered)
  const left = nameQuestions(openQuestions(details)).length
  const isRestNew = mapping.doubtful === 'new'
  if (questions.length === 0) return null
  const rows = (of: typeof questions) => (
    <ul className="import-doubts">
      {of.map((question) => {
        const { list, name, candidates } = question
        const decision = decisionOf(mapping, question)
        const choice = (value: Decision, text: string, address: string | null = null) => (
          <div key={value}>
            <label>
              <input
                type="radio"
                name={`${list} ${name}`}
                checked={decision === value}
                onChange={() => store.decide(question, value)}
              />
              {text}
            </label>
            {address && (
              <a href={address} target="_blank" rel="noopener" aria-label={`Look at ${text} in a new tab`}>
                Look
              </a>
            )}
          </div>
        )
        return (
          <li key={`${list} ${name}`}>
            <div>
              <p className="row-name">{name}</p>
              <p className="meta">{kindName(list)}, as your table says</p>
            </div>
            <div role="radiogroup" aria-label={`“${name}” is`}>
              {candidates.map((each) =>
                choice(each.key, candidateText(each), each.row ? null : recordAddress(list, each.key)),
              )}
              {choice('new', 'A new record')}
              {choice('leave', 'Leave the name out')}
            </div>
          </li>
        )
      })}
    </ul>
  )
  return (
    <Step
      id="import-names"
      title="Doubtful names"
      state={left === 0 ? 'All decided' : `${plural(left, 'name')} to decide`}
      needsLook={left > 0}
    >
      {(left > 0 || isRestNew) && <p>{isRestNew ? TEXT.restNew : TEXT.namesHint}</p>}
      {open.length > 0 && rows(open)}
      {others.length > 0 && (
        <details>
          <summary>{`${plural(others.length, 'name')} decided`}</summary>
          {rows(others)}
        </details>
      )}
      {(left > 0 || isRestNew) && (
        <p className="buttons">
          <Button onClick={() => store.changeMapping({ doubtful: isRestNew ? 'ask' : 'new' })}>
            {isRestNew ? 'Decide One by One' : 'New Records for All the Rest'}
          </Button>
        </p>
      )}
    </Step>
  )
}
