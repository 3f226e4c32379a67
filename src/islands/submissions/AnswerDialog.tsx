import { useId, useRef } from 'react'
import { FormError } from '../widgets/FormError.tsx'
import { TEXT as LENGTH } from '#contract/limits.ts'
import type { QueueEntry } from '#contract/record.ts'
import { isSameEntry, type SubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { messageText, TEXT } from './messages.ts'

interface Props {
  entry: QueueEntry
  stores: SubmissionsStores
  onClose: (isDone: boolean) => void
}

/** Puts a returned entry back in the queue without a change, with an answer to the cataloguer. */
export function AnswerDialog({ entry, stores, onClose }: Props) {
  const id = useId()
  const answer = useRef<HTMLTextAreaElement>(null)
  const isBusy = useStore(stores.$busy) !== null
  const message = useStore(stores.$message)
  const failure = message && isSameEntry(message.entry, entry) && message.outcome !== 'queued' ? message : undefined
  async function send() {
    if (await stores.resubmit(entry, answer.current!.value.trim())) onClose(true)
  }
  return (
    <ModalDialog className="dialog" labelledBy={id} onClose={() => onClose(false)} staysOpen>
      <h2 id={id}>Put “{entry.label}” back in the queue</h2>
      {entry.note !== '' && (
        <blockquote className="aside">
          <p className="meta">{TEXT.asks}</p>
          <p className="prose">{entry.note}</p>
        </blockquote>
      )}
      <form
        className="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void send()
        }}
      >
        <label htmlFor={`${id}-answer`}>Your answer to the cataloguer (optional)</label>
        <textarea id={`${id}-answer`} ref={answer} rows={4} maxLength={LENGTH.body} />
        <FormError text={failure && messageText(failure)} />
        <p className="buttons">
          <button type="submit" className="button strong" aria-disabled={isBusy}>
            {isBusy ? 'Sending…' : 'Put Back in the Queue'}
          </button>
          <button type="button" className="button" onClick={() => onClose(false)}>
            Cancel
          </button>
        </p>
      </form>
    </ModalDialog>
  )
}
