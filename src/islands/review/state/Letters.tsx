import type { ArchiveState } from '#contract/operations.ts'
import type { ArchiveStateStore } from '#stores/review/state/archive-state.ts'
import { momentText, plural, TEXT } from './messages.ts'

interface Props {
  archive: ArchiveState
  store: ArchiveStateStore
}

/** Letters that could not be delivered; their addresses are for administrators. */
export function Letters({ archive: { mail }, store }: Props) {
  const { waiting, undelivered, letters, outbox } = mail
  return (
    <section aria-labelledby="state-mail">
      <h2 id="state-mail">Letters</h2>
      {undelivered === 0 ? (
        <p>{outbox === undefined ? TEXT.noMail : TEXT.outbox(outbox)}</p>
      ) : (
        <p>{plural(undelivered, 'letter')} could not be delivered.</p>
      )}
      {waiting > 0 && <p className="meta">{plural(waiting, 'letter')} on the way.</p>}
      {undelivered > 0 && letters === null && <p className="meta">An administrator sees to whom, and why.</p>}
      {letters && letters.length > 0 && (
        <ul className="rows">
          {letters.map(({ id, recipient, subject, created_at, attempts, last_error, next_attempt_at }) => (
            <li key={id}>
              <p>
                <strong>{subject}</strong>
              </p>
              <p>{recipient}</p>
              <p className="form-error">{last_error}</p>
              <p className="meta figures">
                Written {momentText(created_at)}, {plural(attempts, 'attempt')}.{' '}
                {next_attempt_at ? `Next attempt ${momentText(next_attempt_at)}.` : 'Given up.'}
              </p>
              <button
                type="button"
                className="small-button"
                aria-label={`Send Again: “${subject}” to ${recipient}`}
                onClick={() => void store.retryMail(id)}
              >
                Send Again
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
