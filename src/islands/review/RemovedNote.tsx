import type { Removal } from '#stores/review/removal.ts'
import { useStore } from '../widgets/use-store.ts'
import { nothingDoneText } from './messages.ts'

/** The record that was removed last, and its undo. */
export function RemovedNote({ store }: { store: Removal }) {
  const removed = useStore(store.$removed)
  if (!removed) return null
  return (
    <div className={removed.refusal ? 'form-error' : 'form-done'} role="status">
      <p>
        {removed.refusal ? nothingDoneText(removed.refusal) : `Removed: “${removed.label}”.`}{' '}
        <button type="button" className="link-button" onClick={() => void store.undo()}>
          Bring it back
        </button>
      </p>
    </div>
  )
}
