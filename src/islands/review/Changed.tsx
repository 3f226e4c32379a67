import { namesIn } from '#rules/names/field-names.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { RecordName } from '#stores/review/record-names.ts'
import type { Changes } from '#stores/review/send-step.ts'
import { AuditStep } from './AuditStep.tsx'
import { useDesk } from './desk-context.ts'
import { otherChanges } from './messages.ts'

interface Props {
  name: RecordName
  /** The version on screen. */
  seen: DeskRecord
  changes: Changes
}

/** What somebody else changed after the record was opened. Nothing was published over it. */
export function Changed({ name, seen, changes }: Props) {
  const { desk } = useDesk()
  const nameOf = namesIn(seen)
  return (
    <section className="desk-changed" aria-label="Changed meanwhile">
      <p>Changed after you opened it:</p>
      <ul>
        {changes.steps.map((step) => (
          <li key={step.id}>
            <AuditStep step={step} nameOf={nameOf} />
          </li>
        ))}
        {otherChanges(changes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <button type="button" className="button strong" onClick={() => void desk.readAgain(name)}>
        Read It Again
      </button>
    </section>
  )
}
