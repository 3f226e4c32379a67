import { COPY, type ArchiveState } from '#contract/archive-state.ts'
import { whenText } from '../messages.ts'
import { adviceOf, changesText, durationText, momentText, secondsText, STATES, TEXT } from './messages.ts'

type Build = ArchiveState['builds'][number]

/** The last builds, newest first. */
export function Builds({ builds }: { builds: readonly Build[] }) {
  const ended = builds.filter(({ state }) => state === 'done' || state === 'failed')
  return (
    <section aria-labelledby="state-builds">
      <h2 id="state-builds">Last builds</h2>
      {ended.length === 0 ? (
        <p className="meta">{TEXT.noBuilds}</p>
      ) : (
        <ol className="rows">
          {ended.map((build) => (
            <li key={build.id} data-state={build.state}>
              <BuildRow build={build} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function BuildRow({ build }: { build: Build }) {
  const { state, reason, started_at, finished_at, changes, message } = build
  const seconds = started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : undefined
  return (
    <>
      <p className="row-name">{reason}</p>
      <p className="meta figures">
        {STATES[state]}
        {finished_at && (
          <>
            {' '}
            <time dateTime={finished_at} title={momentText(finished_at)}>
              {whenText(finished_at)}
            </time>
          </>
        )}
        {seconds !== undefined && `, took ${durationText(seconds)}`}
      </p>
      {build.rollback === COPY ? (
        <p className={state === 'failed' ? 'form-error' : 'prose'}>{message}</p>
      ) : state === 'failed' ? (
        <>
          <p className="form-error">The site stayed as it was. {adviceOf(build)}</p>
          <details>
            <summary>What the build said</summary>
            <pre className="state-output" tabIndex={0} role="region" aria-label="What the build said">
              {message}
            </pre>
          </details>
        </>
      ) : changes ? (
        <>
          <p>{changesText(changes)}.</p>
          {changes.notes.map((note) => (
            <p key={note} className="meta">
              {note}
            </p>
          ))}
          <details>
            <summary>Pages and times</summary>
            <Details changes={changes} />
          </details>
        </>
      ) : (
        <p className="meta">{TEXT.older}</p>
      )}
    </>
  )
}

function Details({ changes }: { changes: NonNullable<Build['changes']> }) {
  const { examples, seconds, pages_written, pages_removed } = changes
  const more = pages_written + pages_removed - examples.length
  return (
    <>
      <p className="figures">{secondsText(seconds)}</p>
      {examples.length > 0 && (
        <ul className="state-pages">
          {examples.map((address) => (
            <li key={address}>
              <a href={address}>{address}</a>
            </li>
          ))}
          {more > 0 && <li className="meta">and {more} more</li>}
        </ul>
      )}
    </>
  )
}
