import { useState } from 'react'
import type { AuditEntry, DeskRecord } from '#contract/record.ts'
import { RECORD_FORMS } from '#rules/forms/record-form.ts'
import { fieldName } from '#rules/names/field-names.ts'
import { toName } from '#stores/review/record-names.ts'
import { AuditStep } from './AuditStep.tsx'
import { useDesk } from './desk-context.ts'
import { namesIn } from './load-view.ts'
import { kindName, refusalText } from './messages.ts'
import type { Refusal } from '#stores/review/send-step.ts'

/** More steps than this are folded. */
const OPEN_MOST = 3

/** Who changed what and when, newest first. A value that was there before can be brought back. */
export function History({ record }: { record: DeskRecord }) {
  if (record.history.length === 0) return null
  const [recent, older] = [record.history.slice(0, OPEN_MOST), record.history.slice(OPEN_MOST)]
  return (
    <section className="desk-history" aria-labelledby="desk-history">
      <h3 id="desk-history">History</h3>
      <Steps record={record} steps={recent} />
      {older.length > 0 && (
        <details>
          <summary>{older.length === 1 ? '1 earlier step' : `${older.length} earlier steps`}</summary>
          <Steps record={record} steps={older} />
        </details>
      )}
    </section>
  )
}

const Steps = ({ record, steps }: { record: DeskRecord; steps: readonly AuditEntry[] }) => (
  <ol>
    {steps.map((step) => (
      <li key={step.id}>
        <AuditStep step={step} nameOf={namesIn(record)}>
          <Restore record={record} step={step} />
        </AuditStep>
      </li>
    ))}
  </ol>
)

/** Buttons that bring the values before a step back, for fields that differ from them now. */
function Restore({ record, step }: { record: DeskRecord; step: AuditEntry }) {
  const { desk } = useDesk()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isOwn = step.kind === record.kind && step.key === record.key
  const form = isOwn ? RECORD_FORMS[toName(record).kind] : []
  const fields = step.fields.filter(
    ({ field, before }) =>
      form.some((each) => each.field === field) && JSON.stringify(before) !== JSON.stringify(record.fields[field]),
  )
  if (step.action !== 'edited' || fields.length === 0) return null
  return (
    <div className="desk-buttons">
      {fields.map(({ field, before }) => (
        <button
          key={field}
          type="button"
          className="small-button"
          onClick={() => void desk.edits.restore(record, field, before).then(setRefusal)}
        >
          Restore {fieldName(field, record.kind)}
          <span className="visually-hidden"> of this {kindName(record.kind).toLowerCase()}</span>
        </button>
      ))}
      {refusal && (
        <p className="form-error" role="alert">
          {refusalText(refusal)}
        </p>
      )}
    </div>
  )
}
