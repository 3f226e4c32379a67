import { useId, useState } from 'react'
import { TEXT as LENGTH } from '#contract/limits.ts'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { BULK, countOfDrafts, reasonText } from './messages.ts'

export type BulkStep = 'publish' | 'return' | 'discard'

/** Asks once, shows the progress, and reports what failed and why. */
export function BulkDialog({ step, onClose }: { step: BulkStep; onClose: () => void }) {
  const id = useId()
  const { desk } = useDesk()
  const run = useStore(desk.bulk.$run)
  const isRunning = run?.state === 'running'
  const close = () => {
    if (isRunning) desk.bulk.cancel()
    else onClose()
  }
  return (
    <ModalDialog
      className="dialog"
      labelledBy={id}
      onClose={() => {
        if (isRunning) desk.bulk.cancel()
        onClose()
      }}
      staysOpen
    >
      <h2 id={id}>{BULK[step].name} several drafts</h2>
      {run ? <Report step={step} /> : <Ask step={step} onClose={onClose} />}
      {run && (
        <p className="buttons">
          <button type="button" className="button" onClick={close}>
            {isRunning ? 'Cancel' : 'Close'}
          </button>
        </p>
      )}
    </ModalDialog>
  )
}

function Ask({ step, onClose }: { step: BulkStep; onClose: () => void }) {
  const id = useId()
  const { desk } = useDesk()
  const count = useStore(desk.bulk.$chosen).size
  const [note, setNote] = useState('')
  const isMissing = step === 'return' && note.trim() === ''
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isMissing) void desk.bulk.run(step, note.trim())
      }}
    >
      {step === 'publish' ? (
        <p>They are published as they are now, with everything new that they bring along.</p>
      ) : (
        <>
          <label htmlFor={`${id}-note`}>
            {step === 'return' ? 'Your question or note to their authors' : 'Why they are not taken (optional)'}
          </label>
          <textarea
            id={`${id}-note`}
            rows={4}
            maxLength={LENGTH.body}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </>
      )}
      <p className="buttons">
        <button type="submit" className="button strong" aria-disabled={isMissing}>
          {BULK[step].name} {countOfDrafts(count)}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  )
}

function Report({ step }: { step: BulkStep }) {
  const { desk } = useDesk()
  const run = useStore(desk.bulk.$run)
  if (!run) return null
  const { state, done, total, failures } = run
  return (
    <>
      <progress max={total} value={done} aria-label={BULK[step].doing} />
      <p role="status">
        {state === 'running' ? `${BULK[step].doing}: ${done} of ${total}` : BULK[step].done(done - failures.length)}
        {state === 'cancelled' && ` ${countOfDrafts(total - done)} left as they were.`}
      </p>
      {failures.length > 0 && (
        <>
          <p>These stayed as they were:</p>
          <ul className="rows desk-report">
            {failures.map(({ name, label, refusal }) => (
              <li key={`${name.kind} ${name.key}`}>
                <strong>{label}</strong>
                <p>{reasonText(refusal)}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
