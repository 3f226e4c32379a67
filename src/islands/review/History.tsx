import { useId, useState } from 'react'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import type { AuditEntry, DeskRecord } from '#contract/record.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { fieldName, namesIn } from '#rules/names/field-names.ts'
import type { Edits } from '#stores/review/edit.ts'
import { AuditStep } from './AuditStep.tsx'
import { kindName, refusalText } from './messages.ts'
import type { Refusal } from '#stores/review/send-step.ts'
import { isAlike } from '#stores/shared/is-alike.ts'
import { SmallButton } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'

interface Props {
  record: DeskRecord
  edits: Edits
  level?: Level
}

/** More steps than this are folded. */
const OPEN_MOST = 3

/** Who changed what and when, newest first. A value that was there before can be brought back. */
export function History({ record, edits, level = 3 }: Props) {
  const id = useId()
  if (record.history.length === 0) return null
  const [recent, older] = [record.history.slice(0, OPEN_MOST), record.history.slice(OPEN_MOST)]
  return (
    <section className="desk-history" aria-labelledby={id}>
      <HeadingAt level={level} id={id}>
        {level === 3 ? 'History' : `History of this ${kindName(record.kind).toLowerCase()}`}
      </HeadingAt>
      <Steps record={record} edits={edits} steps={recent} />
      {older.length > 0 && (
        <details>
          <summary>{older.length === 1 ? '1 earlier step' : `${older.length} earlier steps`}</summary>
          <Steps record={record} edits={edits} steps={older} />
        </details>
      )}
    </section>
  )
}

const Steps = ({ record, edits, steps }: Pick<Props, 'record' | 'edits'> & { steps: readonly AuditEntry[] }) => (
  <ol>
    {steps.map((step) => (
      <li key={step.id}>
        <AuditStep step={step} nameOf={namesIn(record)}>
          <Restore record={record} edits={edits} step={step} />
        </AuditStep>
      </li>
    ))}
  </ol>
)

/** Buttons that bring the values before a step back, for fields that differ from them now. */
function Restore({ record, edits, step }: Pick<Props, 'record' | 'edits'> & { step: AuditEntry }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isOwn = step.kind === record.kind && step.key === record.key
  const form = isOwn ? formOf(record.kind) : []
  const fields = step.fields.filter(
    ({ field, before }) => form.some((each) => each.field === field) && !isAlike(before, record.fields[field]),
  )
  if (step.action !== 'edited' || fields.length === 0) return null
  return (
    <div className="buttons">
      {fields.map(({ field, before }) => (
        <SmallButton key={field} onClick={() => void edits.restore(record, field, before).then(setRefusal)}>
          Restore {fieldName(record.kind, field)}
          <span className="visually-hidden"> of this {kindName(record.kind).toLowerCase()}</span>
        </SmallButton>
      ))}
      <FormError text={refusal && refusalText(refusal)} />
    </div>
  )
}
