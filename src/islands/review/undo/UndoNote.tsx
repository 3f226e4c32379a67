import { useRef } from 'react'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { LastOperation, LastOperationStore, UndoRefusal } from '#stores/review/undo/last-operation.ts'
import { LinkButton } from '../../widgets/Button.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'

/** What was done last, and its undo. It gets the focus when that was tried: its button may be gone. */
export function UndoNote({ store }: { store: LastOperationStore }) {
  const note = useRef<HTMLDivElement>(null)
  const last = useStore(store.$last)
  const undo = (keepChanged: boolean) => void store.undo(keepChanged).then(() => note.current?.focus())
  return (
    <div ref={note} role="status" tabIndex={-1} className={last?.refused ? 'form-error' : 'form-done'}>
      {last && (
        <p>
          {last.refused ? <Refused refused={last.refused} onKeep={() => undo(true)} /> : TEXTS[last.state](last.text)}{' '}
          {last.state === 'done' && last.refused?.refusal.why !== 'refused' && (
            <LinkButton aria-label={`Undo: ${last.text}`} onClick={() => undo(false)}>
              Undo
            </LinkButton>
          )}
        </p>
      )}
    </div>
  )
}

const TEXTS: Record<LastOperation['state'], (text: string) => string> = {
  done: (text) => text,
  undone: (text) => `Undone: ${text}`,
  'undone-before': (text) => `This was undone already: ${text}`,
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
      {canKeep && <LinkButton onClick={onKeep}>Undo the Rest</LinkButton>}
    </>
  )
}
