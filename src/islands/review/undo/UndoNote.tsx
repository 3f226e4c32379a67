import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { LastOperationStore, UndoRefusal } from '#stores/review/undo/last-operation.ts'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'

/** What was done last, and its undo. */
export function UndoNote({ store }: { store: LastOperationStore }) {
  const last = useStore(store.$last)
  if (!last) return null
  const { text, refused } = last
  return (
    <div className={refused ? 'form-error' : 'form-done'} role="status">
      <p>
        {refused ? <Refused refused={refused} onKeep={() => void store.undo(true)} /> : text}{' '}
        {(!refused || refused.refusal.why !== 'refused') && (
          <button type="button" className="link-button" aria-label={`Undo: ${text}`} onClick={() => void store.undo()}>
            Undo
          </button>
        )}
      </p>
    </div>
  )
}

/** Why it was not undone, and what helps. */
export function Refused({
  refused: { refusal, first, canKeep },
  onKeep,
}: {
  refused: UndoRefusal
  onKeep: () => void
}) {
  return (
    <>
      {nothingDoneText(refusal)} {first !== null && <a href={`${STAFF_ADDRESS.undo}?id=${first}`}>Show it</a>}
      {canKeep && (
        <button type="button" className="link-button" onClick={onKeep}>
          Undo the Rest
        </button>
      )}
    </>
  )
}
