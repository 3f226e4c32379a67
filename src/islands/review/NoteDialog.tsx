import { useId, useState } from 'react'
import { TEXT as LENGTH } from '#contract/limits.ts'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
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
  const id = useId()
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
    <ModalDialog className="dialog" labelledBy={id} onClose={() => onClose(false)} staysOpen>
      <h2 id={id}>{words.heading(record.label)}</h2>
      <form
        className="note-form"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <label htmlFor={`${id}-note`}>{words.label}</label>
        <textarea
          id={`${id}-note`}
          // The first thing to do here.
          autoFocus
          rows={5}
          maxLength={LENGTH.body}
          aria-describedby={`${id}-hint`}
          value={note}
          onChange={({ currentTarget }) => {
            setNote(currentTarget.value)
            desk.keepNote(name, currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            send()
          }}
        />
        <p className="field-hint" id={`${id}-hint`}>
          {words.hint} Ctrl and Enter sends it.
        </p>
        <p className="buttons">
          <button type="submit" className="button strong" aria-disabled={isMissing}>
            {words.button}
          </button>
          <button type="button" className="button" onClick={() => onClose(false)}>
            Cancel
          </button>
        </p>
      </form>
    </ModalDialog>
  )
}
