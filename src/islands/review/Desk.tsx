import { useEffect, useRef, useState } from 'react'
import type { GoingLive } from '#stores/review/going-live.ts'
import { isSame, type RecordName } from '#stores/review/record-names.ts'
import { listen } from '#stores/shared/listen.ts'
import { usePart } from '../add-item/use-part.ts'
import { Button, LinkButton, SmallButton } from '../widgets/Button.tsx'
import { CheckField } from '../widgets/FormField.tsx'
import { LoadProblem } from '../widgets/LoadProblem.tsx'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { Status } from '../widgets/Status.tsx'
import { useStore } from '../widgets/use-store.ts'
import { NoteDialog, type NotedStep } from './NoteDialog.tsx'
import { OpenRecord } from './OpenRecord.tsx'
import { Queue } from './Queue.tsx'
import { useDesk } from './desk-context.ts'
import { commandOf, type DeskCommand, isTyping, KEY_HELP, keysAreOn, turnKeys } from './keys.ts'
import { doneText, failureText, liveText, TEXT } from './messages.ts'
import { UndoNote } from './undo/UndoNote.tsx'

/** What became of the last steps. Desk.tsx announces it. */
function Outcome() {
  const { desk } = useDesk()
  const done = useStore(desk.$done)
  const failures = useStore(desk.$failures)
  const open = useStore(desk.$open)
  const live = useStore(desk.live.$live)
  const edit = useStore(desk.edits.$edit)
  const isOpen = (name: RecordName) => open.state !== 'none' && isSame(open.name, name)
  return (
    <div className="desk-outcome">
      {failures.map((failure) => (
        <div key={`${failure.name.kind} ${failure.name.key}`} className="form-error">
          <p>{failureText(failure)}</p>
          <p className="buttons">
            {!isOpen(failure.name) && <SmallButton onClick={() => void desk.open(failure.name)}>Show It</SmallButton>}
            <SmallButton onClick={() => desk.dropFailure(failure.name)}>Dismiss</SmallButton>
          </p>
        </div>
      ))}
      {live && <LiveNote live={live} />}
      {done && done.step !== 'unpublish' && (done.step !== 'publish' || done.canUndo) && (
        <p className="form-done">
          {done.step !== 'publish' && `${doneText(done)} `}
          {done.canUndo && (
            <LinkButton onClick={() => void desk.undo()}>
              {done.step === 'publish' ? `Undo publishing “${done.label}”` : 'Undo'}
            </LinkButton>
          )}
        </p>
      )}
      {/* The form of an item shows it beside its pictures. */}
      {edit?.name.kind !== 'items' && <UndoNote store={desk.last} />}
    </div>
  )
}

/** From the click to the page. */
function LiveNote({ live }: { live: GoingLive }) {
  const { address, state, message } = live
  if (state === 'failed')
    return (
      <div className="form-error" role="alert">
        <p>{liveText(live)}</p>
        <p className="prose meta">{message}</p>
      </div>
    )
  return (
    <p className="form-done" role="status">
      {liveText(live)}{' '}
      {state === 'live' && address && live.deed !== 'unpublished' && (
        <a href={address} target="_blank" rel="noopener">
          See its page
        </a>
      )}
    </p>
  )
}

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
    return listen(window, 'keydown', press)
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
