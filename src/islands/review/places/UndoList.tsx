import { stepId } from '#stores/review/places/undo.ts'
import { useStore } from '../../widgets/use-store.ts'
import { UndoRows } from '../UndoRows.tsx'
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
      <UndoRows
        label="Joined, split and removed"
        rows={steps.map((step) => ({
          ...{ key: stepId(step), name: stepText(step), at: step.at, by: step.by, until: step.until },
          ...{ undo: 'Undo', undoName: `Undo: ${stepText(step)}`, isPending: busy !== null },
          refusal: refusal?.step === stepId(step) ? refusalText(refusal.refusal) : undefined,
        }))}
        onUndo={({ key }) => places.undo.undo(steps.find((step) => stepId(step) === key)!)}
      />
    </section>
  )
}
