import { stepId } from '#stores/review/places/undo.ts'
import { useStore } from '../../widgets/use-store.ts'
import { whenText } from '../messages.ts'
import { refusalText, stepText } from './messages.ts'
import { usePlaces } from './places-context.ts'

/** What was joined, split or removed in the last thirty days, each with its undo. */
export function UndoList() {
  const { places } = usePlaces()
  const { steps, busy, refusal } = useStore(places.undo.$undo)
  if (steps.length === 0) return null
  return (
    <section className="places-undo" aria-labelledby="places-undo">
      <h3 id="places-undo">Joined, split and removed</h3>
      <p className="field-hint">Each of these can be undone for thirty days.</p>
      <ul>
        {steps.map((step) => (
          <li key={stepId(step)}>
            <span>
              {stepText(step)}
              <span className="meta">{[whenText(step.at), step.by].filter(Boolean).join(' · ')}</span>
            </span>
            <button
              type="button"
              className="small-button"
              aria-disabled={busy !== null}
              aria-label={`Undo: ${stepText(step)}`}
              onClick={() => void places.undo.undo(step)}
            >
              Undo
            </button>
            {refusal?.step === stepId(step) && (
              <p className="field-error" role="alert">
                {refusalText(refusal.refusal)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
