import { useState } from 'react'
import { FormError } from '../widgets/FormError.tsx'
import { TEXT as LENGTH } from '#contract/limits.ts'
import type { QueueEntry } from '#contract/record.ts'
import { isSameEntry, type SubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { TextArea } from '../widgets/TextField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { messageText, TEXT } from './messages.ts'

interface Props {
  entry: QueueEntry
  stores: SubmissionsStores
  onClose: (isDone: boolean) => void
}

/** Puts a returned entry back in the queue without a change, with an answer to the cataloguer. */
export function AnswerDialog({ entry, stores, onClose }: Props) {
  const [answer, setAnswer] = useState('')
  const isBusy = useStore(stores.$isResubmitting)
  const message = useStore(stores.$message)
  const failure = message && isSameEntry(message.entry, entry) && message.outcome !== 'queued' ? message : undefined
  async function send() {
    if (await stores.resubmit(entry, answer.trim())) onClose(true)
  }
  return (
    <TitledDialog title={`Put “${entry.label}” back in the queue`} onClose={() => onClose(false)} staysOpen>
      <AskedNote entry={entry} />
      <form
        className="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void send()
        }}
      >
        <TextArea
          label="Your answer to the cataloguer (optional)"
          rows={4}
          maxLength={LENGTH.body}
          value={answer}
          onChange={setAnswer}
        />
        <FormError text={failure && messageText(failure)} />
        <DialogButtons send="Put Back in the Queue" isSending={isBusy} onCancel={() => onClose(false)} />
      </form>
    </TitledDialog>
  )
}

/** Why the cataloguer returned it, or did not take it. */
export const AskedNote = ({ entry: { note, state } }: { entry: QueueEntry }) =>
  note !== '' && (
    <blockquote className="aside">
      <p className="meta">{state === 'discarded' ? TEXT.discarded : TEXT.asks}</p>
      <p className="prose">{note}</p>
    </blockquote>
  )
