import { type ReactNode } from 'react'
import { FormError } from '../widgets/FormError.tsx'
import { Loading } from '#components/record/Loading.tsx'
import type { Uses } from '#contract/review.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { Removal } from '#stores/review/removal.ts'
import '#styles/remove-dialog.css'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { countOfKind, nothingDoneText } from './messages.ts'

interface Props {
  store: Removal
  label: string
  /** What else should be known first. */
  note?: ReactNode
  onClose: (isGone: boolean) => void
}

/** What hangs on a record, before it is removed. */
export default function RemoveDialog({ store, label, note, onClose }: Props) {
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
          void store.confirm().then((isGone) => isGone && onClose(true))
        }}
      >
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
