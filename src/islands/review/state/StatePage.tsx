import { useEffect, useState } from 'react'
import { createSessionClientOf } from '#client/session-client.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { archiveStateCalls } from '#contract/endpoints/archive-state.ts'
import type { StateCallName } from '#contract/endpoints.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { Loading } from '#components/record/Loading.tsx'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { type ArchiveStateStore, createArchiveState } from '#stores/review/state/archive-state.ts'
import '#styles/state.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { RequestProblem } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { mailProblemText, nothingDoneText } from '../messages.ts'
import { staffPage } from '../StaffPage.tsx'
import { Builds } from './Builds.tsx'
import { momentText, newsText, plural, TEXT } from './messages.ts'
import { Health } from './Health.tsx'
import { Site } from './Site.tsx'
import type { ArchiveState } from '#contract/archive-state.ts'
import { listen } from '#stores/shared/listen.ts'

/** Island: the state of the archive, for staff (our addition). */
export default staffPage('state', (user, page) => <State key={user.id} page={page} />)

const isVisible = () => document.visibilityState === 'visible'

function createStore({ auth, session, client: { base } }: PageAuth): ArchiveStateStore {
  const calls = { ...baseCalls, ...archiveStateCalls, requestBuild: staffCalls.requestBuild }
  return createArchiveState({
    client: createSessionClientOf<StateCallName>(calls, { base, tokens: session }),
    withSession: auth.withSession,
    schedule: browserDeps(window).schedule,
    isVisible,
  })
}

function State({ page }: { page: PageAuth }) {
  const [store] = useState(() => createStore(page))
  const { value: archive, ...loaded } = useStore(store.$archive)
  const news = useStore(store.$news)
  const refusal = useStore(store.$refusal)
  const isStale = useStore(store.$stale)
  useEffect(() => {
    const stop = store.start()
    const unbind = listen(document, 'visibilitychange', () => isVisible() && store.load())
    return () => {
      unbind()
      stop()
    }
  }, [store])
  return (
    <>
      <Status className="visually-hidden">{news && newsText(news)}</Status>
      <div role="alert">
        {refusal && <p className="form-error">{nothingDoneText(refusal)}</p>}
        {isStale && <p className="form-error">{TEXT.stale}</p>}
      </div>
      {!archive && !('problem' in loaded) && <Loading />}
      {!archive && 'problem' in loaded && (
        <RequestProblem className="list-note" problem={loaded.problem} onRetry={store.load} />
      )}
      {archive && (
        <div className="state-page">
          <Site archive={archive} store={store} />
          <Builds builds={archive.builds} />
          <div className="state-columns">
            <Letters archive={archive} store={store} />
            <Health archive={archive} store={store} />
          </div>
        </div>
      )}
    </>
  )
}

/** Letters that could not be delivered; their addresses are for administrators. */
function Letters({ archive: { mail }, store }: { archive: ArchiveState; store: ArchiveStateStore }) {
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
              <p className="form-error">{mailProblemText(last_error)}</p>
              <details className="meta">
                <summary>Its answer</summary>
                <p className="prose">{last_error || 'None.'}</p>
              </details>
              <p className="meta figures">
                Written {momentText(created_at)}, {plural(attempts, 'attempt')}.{' '}
                {next_attempt_at ? `Next attempt ${momentText(next_attempt_at)}.` : 'Given up.'}
              </p>
              <SmallButton
                aria-label={`Send Again: “${subject}” to ${recipient}`}
                onClick={() => void store.retryMail(id)}
              >
                Send Again
              </SmallButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
