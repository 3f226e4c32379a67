import { useState } from 'react'
import { TEXT as LENGTH } from '#contract/limits.ts'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { TextArea } from '../widgets/TextField.tsx'
import { useDesk } from './desk-context.ts'

export type NotedStep = 'return' | 'discard'
const WORDS = {
  return: {
    heading: (label: string) => `Return “${label}”`,
    label: 'Your question or note to its author',
    hint: 'It comes with the letter, and stands beside the draft under “My submissions”.',
    button: 'Return',
  },
  discard: {
    heading: (label: string) => `Discard “${label}”`,
    label: 'Why it is not taken into the archive (optional)',
    hint: 'Its author can read it. You can undo this.',
    button: 'Discard',
  },
} as const

/** Asks for the note of a step. What was typed is kept until it is sent. */
export function NoteDialog({ step, onClose }: { step: NotedStep; onClose: (isSent: boolean) => void }) {
  const { desk } = useDesk()
  // The record that it was opened for.
  const [open] = useState(() => desk.$open.get())
  const record = open.state === 'ready' ? open.loaded.record : null
  const name = open.state === 'ready' ? open.name : null
  const [note, setNote] = useState(() => (name ? desk.noteOf(name) : ''))
  if (!record || !name) return null
  const words = WORDS[step]
  const isMissing = step === 'return' && note.trim() === ''
  function send() {
    if (isMissing) return
    desk.keepNote(name!, note)
    void desk.take(step, note.trim())
    onClose(true)
  }
  return (
    <TitledDialog title={words.heading(record.label)} onClose={() => onClose(false)} staysOpen>
      <form
        className="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextArea
          label={words.label}
          hint={`${words.hint} Ctrl and Enter sends it.`}
          // The first thing to do here.
          autoFocus
          maxLength={LENGTH.body}
          value={note}
          onChange={(text) => {
            setNote(text)
            desk.keepNote(name, text)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            send()
          }}
        />
        <DialogButtons send={words.button} isOff={isMissing} onCancel={() => onClose(false)} />
      </form>
    </TitledDialog>
  )
}
