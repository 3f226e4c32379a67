import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { doneText, failureText } from './messages.ts'

/** What became of the last steps. Desk.tsx announces it. */
export function Outcome() {
  const { desk } = useDesk()
  const done = useStore(desk.$done)
  const failures = useStore(desk.$failures)
  const open = useStore(desk.$open)
  const isOpen = ({ kind, key }: { kind: string; key: number }) =>
    open.state !== 'none' && open.name.kind === kind && open.name.key === key
  return (
    <div className="desk-outcome">
      {failures.map((failure) => (
        <div key={`${failure.name.kind} ${failure.name.key}`} className="form-error">
          <p>{failureText(failure)}</p>
          <p className="desk-buttons">
            {!isOpen(failure.name) && (
              <button type="button" className="small-button" onClick={() => void desk.open(failure.name)}>
                Show It
              </button>
            )}
            <button type="button" className="small-button" onClick={() => desk.dropFailure(failure.name)}>
              Dismiss
            </button>
          </p>
        </div>
      ))}
      {done && (
        <p className="form-done">
          {doneText(done)}{' '}
          {done.step === 'discard' && (
            <button type="button" className="link-button" onClick={() => void desk.undo()}>
              Undo
            </button>
          )}
        </p>
      )}
    </div>
  )
}
