import { useEffect, useRef, useState } from 'react'
import { Button } from '../widgets/Button.tsx'
import { LoadProblem } from '../widgets/LoadProblem.tsx'
import { useStore } from '../widgets/use-store.ts'
import { usePart } from '../add-item/use-part.ts'
import { useDesk } from './desk-context.ts'
import { commandOf, type DeskCommand, isTyping, KEY_HELP, keysAreOn, turnKeys } from './keys.ts'
import { doneText, failureText, TEXT } from './messages.ts'
import { NoteDialog, type NotedStep } from './NoteDialog.tsx'
import { OpenRecord } from './OpenRecord.tsx'
import { Outcome } from './Outcome.tsx'
import { Queue } from './Queue.tsx'
import { CheckField } from '../widgets/FormField.tsx'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { Status } from '../widgets/Status.tsx'

const loadEditForm = async () => (await import('./EditForm.tsx')).default

/** Queue and open record, side by side where there is room; the form is in the place of the queue. */
export function Desk() {
  const { desk } = useDesk()
  const open = useStore(desk.$open)
  const done = useStore(desk.$done)
  const failures = useStore(desk.$failures)
  const isEditing = useStore(desk.edits.$edit) !== null
  const { Part, problem, load } = usePart(loadEditForm, isEditing)
  const [dialog, setDialog] = useState<'help' | NotedStep>()
  const [isVain, setVain] = useState(false)
  const record = useRef<HTMLElement>(null)
  const run = useCommands({ focusRecord: () => focusTitle(record.current), openDialog: setDialog, setVain })
  const closeForm = () => {
    desk.edits.close()
    focusTitle(record.current)
  }

  return (
    <>
      <Status className="visually-hidden">{done && doneText(done)}</Status>
      <p className="visually-hidden" role="alert">
        {failures.map(failureText).join(' ')}
      </p>
      <div
        className="desk"
        data-open={open.state === 'none' ? undefined : ''}
        data-editing={isEditing ? '' : undefined}
      >
        <Queue onOpen={() => focusTitle(record.current)} onHelp={() => setDialog('help')} />
        {isEditing && Part && <Part onClose={closeForm} />}
        <section ref={record} className="desk-record" aria-label="Draft">
          {isVain && <Status className="form-done">{TEXT.nothingToUndo}</Status>}
          <Outcome />
          {isEditing && problem && (
            <LoadProblem text={problem} onRetry={load}>
              <Button onClick={closeForm}>Close</Button>
            </LoadProblem>
          )}
          <OpenRecord run={run} />
        </section>
      </div>
      {dialog === 'help' && <HelpDialog onClose={() => setDialog(undefined)} />}
      {(dialog === 'return' || dialog === 'discard') && (
        <NoteDialog
          step={dialog}
          onClose={(isSent) => {
            setDialog(undefined)
            // The next draft is on screen.
            if (isSent) setTimeout(() => focusTitle(record.current))
          }}
        />
      )}
    </>
  )
}

/** The title of the open record, or the queue when it is empty. */
function focusTitle(record: HTMLElement | null) {
  requestAnimationFrame(() => {
    const target = record?.querySelector<HTMLElement>('.desk-view h2') ?? document.getElementById('desk-count')
    if (!target) return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    const top = record?.getBoundingClientRect().top ?? 0
    if (top < 0) record?.scrollIntoView()
  })
}

interface Moves {
  focusRecord: () => void
  openDialog: (dialog: 'help' | NotedStep) => void
  /** There was nothing to undo. */
  setVain: (isVain: boolean) => void
}

/** What the buttons and keys do. Steps that the state of the record does not allow do nothing. */
function useCommands({ focusRecord, openDialog, setVain }: Moves): (command: DeskCommand) => void {
  const { desk } = useDesk()
  const run = (command: DeskCommand) => {
    setVain(false)
    const open = desk.$open.get()
    const state = open.state === 'ready' ? open.loaded.record.state : undefined
    const isDraft = state === 'waiting' || state === 'returned'
    if (command === 'help') openDialog('help')
    else if (command === 'next' || command === 'previous') {
      void desk.step(command === 'next' ? 1 : -1).then((isMoved) => isMoved && focusRecord())
    } else if (command === 'undo') {
      if (desk.$done.get()?.canUndo) void desk.undo().then(focusRecord)
      else setVain(true)
    } else if (command === 'publish') {
      if (isDraft) void desk.saveAndPublish().then((isTaken) => isTaken && focusRecord())
    } else if (command === 'edit') desk.edit()
    else if ((command === 'return' || command === 'discard') && isDraft) openDialog(command)
  }
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = keysAreOn() ? commandOf(event, isTyping(event.target)) : undefined
      if (!command) return
      event.preventDefault()
      latest.current(command)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return run
}

/** The keys of the desk, and the switch that turns them off. */
function HelpDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(keysAreOn)
  return (
    <TitledDialog title="Keys" onClose={onClose}>
      <dl className="catalogue">
        {KEY_HELP.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 && ' or '}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label="Use these keys on this device"
        checked={isOn}
        onChange={({ currentTarget }) => {
          turnKeys(currentTarget.checked)
          setOn(currentTarget.checked)
        }}
      />
      <p className="buttons">
        <Button onClick={onClose}>Close</Button>
      </p>
    </TitledDialog>
  )
}
