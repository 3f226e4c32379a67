import { useState } from 'react'
import { TEXT as LENGTH } from '#contract/limits.ts'
import { nameText } from '#stores/review/record-names.ts'
import { Button, SmallButton } from '../widgets/Button.tsx'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { TextArea } from '../widgets/TextField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { BULK, countOfDrafts, reasonText } from './messages.ts'

type BulkStep = 'publish' | 'return' | 'discard'

/** Asks once, shows the progress, and reports what failed and why. */
function BulkDialog({ step, onClose }: { step: BulkStep; onClose: () => void }) {
  const { desk } = useDesk()
  const run = useStore(desk.bulk.$run)
  const isRunning = run?.state === 'running'
  const close = () => {
    if (isRunning) desk.bulk.cancel()
    else onClose()
  }
  return (
    <TitledDialog
      title={`${BULK[step].name} several drafts`}
      onClose={() => {
        if (isRunning) desk.bulk.cancel()
        onClose()
      }}
      staysOpen
    >
      {run ? <Report step={step} /> : <Ask step={step} onClose={onClose} />}
      {run && (
        <p className="buttons">
          <Button onClick={close}>{isRunning ? 'Cancel' : 'Close'}</Button>
        </p>
      )}
    </TitledDialog>
  )
}

function Ask({ step, onClose }: { step: BulkStep; onClose: () => void }) {
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
        <TextArea
          label={step === 'return' ? 'Your question or note to their authors' : 'Why they are not taken (optional)'}
          rows={4}
          maxLength={LENGTH.body}
          value={note}
          onChange={setNote}
        />
      )}
      <DialogButtons send={`${BULK[step].name} ${countOfDrafts(count)}`} isOff={isMissing} onCancel={onClose} />
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

const STEPS: readonly BulkStep[] = ['publish', 'return', 'discard']

/** Chooses the page, and takes steps on what is chosen. */
export function BulkBar() {
  const { desk } = useDesk()
  const chosen = useStore(desk.bulk.$chosen)
  const { entries } = useStore(desk.$queue)
  const { state } = useStore(desk.$filters)
  const [step, setStep] = useState<BulkStep>()
  const isWhole = entries.every((entry) => chosen.has(nameText(entry)))
  return (
    <div className="desk-bulk row">
      <label className="desk-check">
        <input
          type="checkbox"
          checked={isWhole}
          ref={(box) => {
            if (box) box.indeterminate = chosen.size > 0 && !isWhole
          }}
          onChange={() => desk.bulk.choosePage(!isWhole)}
        />
        <span>{chosen.size === 0 ? 'Choose this page' : `${countOfDrafts(chosen.size)} chosen`}</span>
      </label>
      {chosen.size > 0 && state !== 'discarded' && state !== 'hidden' && (
        <div className="buttons">
          {STEPS.map((each) => (
            <SmallButton key={each} onClick={() => setStep(each)}>
              {BULK[each].name}
            </SmallButton>
          ))}
        </div>
      )}
      {step && (
        <BulkDialog
          step={step}
          onClose={() => {
            setStep(undefined)
            desk.bulk.dismiss()
          }}
        />
      )}
    </div>
  )
}
