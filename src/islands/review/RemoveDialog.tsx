import { type ReactNode } from 'react'
import * as v from 'valibot'
import { Field } from '../account/Field.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { Loading } from '#components/record/Loading.tsx'
import { takenDownAddress, type Uses } from '#contract/review.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { Removal } from '#stores/review/removal.ts'
import '#styles/remove-dialog.css'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { countOfKind, nothingDoneText } from './messages.ts'

interface Props {
  store: Removal
  label: string
  mayForGood?: boolean
  /** What else should be known first. */
  note?: ReactNode
  onClose: (isGone: boolean) => void
}

const CHOICES = [
  ['shows_reason', 'Show visitors the reason'],
  ['shows_contact', 'Show visitors whom to ask'],
  ['for_good', 'Delete it for good: nobody can undo that'],
] as const
type Chosen = Partial<Record<'reason' | (typeof CHOICES)[number][0], string>>

/** What hangs on a record, before it is removed. */
export default function RemoveDialog({ store, label, mayForGood = false, note, onClose }: Props) {
  const removal = useStore(store.$removal)
  const close = () => onClose(false)
  return (
    <TitledDialog title={`Remove “${label}”?`} className="desk-remove" onClose={close}>
      {removal.state === 'loading' && <Loading />}
      {'uses' in removal && (
        <>
          {removal.hasChanged && <p role="alert">Somebody changed this meanwhile. This is how it is now.</p>}
          <UsesList uses={removal.uses} />
          {note}
          <p>You can bring it back, with everything that goes with it, for thirty days: it is listed under “Undo”.</p>
        </>
      )}
      <FormError text={'refusal' in removal && removal.refusal && nothingDoneText(removal.refusal)} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const { reason = '', ...chosen } = Object.fromEntries(new FormData(event.currentTarget)) as Chosen
          const isAsked = reason.trim() !== '' || Object.keys(chosen).length > 0
          void store.confirm(isAsked ? { reason, ...chosen } : undefined).then((isGone) => isGone && onClose(true))
        }}
      >
        {'record' in removal && v.is(takenDownAddress.entries.kind, removal.record.kind) && (
          <details>
            <summary>Somebody asked for it</summary>
            <Field label="The reason" name="reason" required={false} hint="It is kept under “Undo”, with your name." />
            {CHOICES.slice(0, mayForGood ? 3 : 2).map(([name, text]) => (
              <label key={name}>
                <input type="checkbox" name={name} value="true" /> {text}
              </label>
            ))}
          </details>
        )}
        <DialogButtons send={'uses' in removal && 'Remove'} isSending={removal.state === 'removing'} onCancel={close} />
      </form>
    </TitledDialog>
  )
}

const EFFECTS = [
  ['removed', 'Goes with it'],
  ['unlinked', 'Stays, and no longer refers to it'],
] as const

function UsesList({ uses: { uses } }: { uses: Uses }) {
  if (uses.length === 0) return <p>Nothing else refers to it.</p>
  return EFFECTS.map(([effect, heading]) => {
    const some = uses.filter((each) => each.effect === effect)
    if (some.length === 0) return null
    return (
      <section key={effect}>
        <h3>{heading}</h3>
        <dl className="catalogue">
          {some.map(({ kind, count, records }) => (
            <div key={kind}>
              <dt>{countOfKind(kind, count)}</dt>
              <dd>
                <ul>
                  {records.map(({ key, label }) => {
                    const address = typeof key === 'number' ? recordAddress(kind, key) : null
                    return (
                      <li key={key}>
                        {address ? (
                          <a href={address} target="_blank" rel="noopener">
                            {label}
                          </a>
                        ) : (
                          label
                        )}
                      </li>
                    )
                  })}
                  {count > records.length && <li className="meta">and {count - records.length} more</li>}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    )
  })
}
