import { LinkButton, SmallButton } from '../widgets/Button.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import type { GoingLive } from '#stores/review/going-live.ts'
import { isSame, type RecordName } from '#stores/review/record-names.ts'
import { doneText, failureText, liveText } from './messages.ts'
import { UndoNote } from './undo/UndoNote.tsx'

/** What became of the last steps. Desk.tsx announces it. */
export function Outcome() {
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
