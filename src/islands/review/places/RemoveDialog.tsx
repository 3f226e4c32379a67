import { useEffect, useId, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import type { DeskRecord } from '#contract/record.ts'
import type { Uses } from '#contract/review.ts'
import { refusalOf, type Refusal } from '#stores/review/send-step.ts'
import { ModalDialog } from '../../widgets/ModalDialog.tsx'
import { linkedName, refusalText } from './messages.ts'
import { usePlaces } from './places-context.ts'

/** What hangs on a place, before it is removed. */
export function RemoveDialog({ zone, onClose }: { zone: DeskRecord; onClose: () => void }) {
  const id = useId()
  const { places } = usePlaces()
  const [uses, setUses] = useState<Uses>()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => {
    places.uses(Number(zone.key)).then(setUses, (problem: unknown) => setRefusal(refusalOf(problem)))
  }, [places, zone])
  async function remove() {
    if (!uses) return
    const problem = await places.remove(zone, uses)
    setRefusal(problem)
  }
  return (
    <ModalDialog className="login-dialog" labelledBy={id} onClose={onClose}>
      <h2 id={id}>Remove “{zone.label}”?</h2>
      {uses ? (
        <>
          {uses.count > 0 && <p>This refers to it:</p>}
          <ul className="places-uses">
            {uses.uses.map(({ kind, effect, count, records }) => (
              <li key={`${kind} ${effect}`}>
                <strong>
                  {linkedName(kind)} ({count})
                </strong>{' '}
                {effect === 'removed' ? 'will be removed with it' : 'will have no place any more'}:{' '}
                {records.map(({ label }) => label).join(', ')}
                {count > records.length && ' …'}
              </li>
            ))}
          </ul>
          <p>
            To keep everything with a place, join it with another one instead. A removal can be undone for thirty days.
          </p>
        </>
      ) : (
        !refusal && <Loading />
      )}
      {refusal && (
        <p className="form-error" role="alert">
          {refusalText(refusal)}
        </p>
      )}
      <div className="desk-buttons">
        <button type="button" className="button strong" aria-disabled={!uses} onClick={() => void remove()}>
          Remove
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </ModalDialog>
  )
}
