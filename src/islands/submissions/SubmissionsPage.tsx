import { useEffect, useRef, useState } from 'react'
import { createUserClient, type UserClient } from '#client/user-client.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import {
  type Filters as Chosen,
  createSubmissionsStores,
  isSameEntry,
  PAGE_SIZE,
  type SubmissionsStores,
} from '#stores/submissions/submissions-stores.ts'
import { hasStatus } from '#stores/review/send-step.ts'
import '#styles/submissions.css'
import type { PageAuth } from '../account/page-auth.ts'
import { SignedIn } from '../account/SignedIn.tsx'
import { Button } from '../widgets/Button.tsx'
import { createDraftPictures, type DraftPictures } from '../widgets/draft-pictures.ts'
import { Loading } from '#components/record/Loading.tsx'
import { pagesOf } from '#contract/limits.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { plural } from '#rules/names/record-names.ts'
import { RequestProblem } from '../widgets/RequestProblem.tsx'
import { Pagination } from '../widgets/Pagination.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { kindNames, messageText, STATE_NAMES, TEXT } from './messages.ts'
import { Submission } from './Submission.tsx'
import { REVIEWED_KINDS } from '#contract/record.ts'

/** Island: what the user has sent in, and its review state (our addition). */
export default function SubmissionsPage({ apiBase }: { apiBase: string }) {
  return <SignedIn apiBase={apiBase}>{(user, page) => <Submissions key={user.id} {...page} />}</SignedIn>
}

function Submissions({ auth, client: { base }, session }: PageAuth) {
  const [client] = useState(() => createUserClient({ base, tokens: session }))
  const [stores] = useState(() => {
    const { address } = browserDeps(window)
    return createSubmissionsStores({ client, address, withSession: auth.withSession })
  })
  const [pictures] = useState(() => createDraftPictures(client, session))
  useEffect(() => void stores.start(), [stores])
  return <SubmissionList stores={stores} client={client} pictures={pictures} />
}

interface Props {
  stores: SubmissionsStores
  client: UserClient
  pictures: DraftPictures
}

function SubmissionList({ stores, client, pictures }: Props) {
  const { state, problem, entries, count } = useStore(stores.$list)
  const { page } = useStore(stores.$filters)
  const named = useStore(stores.$named)
  const message = useStore(stores.$message)
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed goes with the entries.
  const moveOn = (load: () => Promise<unknown>) => {
    heading.current!.focus()
    void load()
  }
  if (hasStatus(problem, 404)) return <p className="list-note">{TEXT.absent}</p>

  const shown = state === 'failed' ? [] : entries
  const first = named !== null && named !== 'missing' ? named : undefined
  const others = first ? shown.filter((entry) => !isSameEntry(entry, first)) : shown
  const pages = pagesOf(count, PAGE_SIZE)
  const isFirstLoad = state === 'loading' && entries.length === 0
  return (
    <>
      {named === 'missing' && (
        <p className="list-note" role="alert">
          {TEXT.missing}
        </p>
      )}
      {first && (
        <ul className="submissions named" aria-label="From your letter">
          <Submission entry={first} isNamed {...{ stores, client, pictures }} />
        </ul>
      )}
      <Filters stores={stores} />
      <section aria-labelledby="submissions-count" aria-busy={state === 'loading'}>
        <h2 id="submissions-count" className="submissions-count" ref={heading} tabIndex={-1}>
          {state === 'ready' ? countText(count) : 'Submissions'}
        </h2>
        {isFirstLoad && <Loading />}
        {state === 'failed' && (
          <RequestProblem className="list-note" problem={problem} onRetry={() => moveOn(stores.reload)} />
        )}
        {state === 'ready' && count === 0 && (
          <None stores={stores} showAll={() => moveOn(() => stores.filter({ kind: 'items', state: '' }))} />
        )}
        <ul className="submissions">
          {others.map((entry) => (
            <Submission key={`${entry.kind} ${entry.key}`} entry={entry} {...{ stores, client, pictures }} />
          ))}
        </ul>
        {state !== 'failed' && (
          <Pagination label="Pages of submissions" {...{ page, pages }} goTo={(to) => moveOn(() => stores.goTo(to))} />
        )}
      </section>
      <p className="visually-hidden" role="status">
        {message ? messageText(message) : state === 'ready' && countText(count)}
      </p>
    </>
  )
}

const countText = (count: number) => plural(count, 'submission')

function None({ stores, showAll }: { stores: SubmissionsStores; showAll: () => void }) {
  const { kind, state } = useStore(stores.$filters)
  const isFiltered = kind !== 'items' || state !== ''
  return (
    <div className="list-note">
      <p>{isFiltered ? TEXT.noneHere : TEXT.none}</p>
      {isFiltered && <Button onClick={showAll}>Show All Items</Button>}
    </div>
  )
}

const STATES: readonly Chosen['state'][] = ['', 'waiting', 'returned', 'published', 'discarded']
const KINDS = [...REVIEWED_KINDS.map((kind) => [kind, kindNames(kind)] as const), ['all', 'Everything'] as const]

function Filters({ stores }: { stores: SubmissionsStores }) {
  const { kind, state } = useStore(stores.$filters)
  return (
    <form className="list-tools submissions-filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend>State</legend>
        {STATES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="state"
              checked={state === each}
              onChange={() => void stores.filter({ state: each })}
            />
            <span>{each === '' ? 'All' : STATE_NAMES[each]}</span>
          </label>
        ))}
      </fieldset>
      <SelectField
        label="Show"
        value={kind}
        choices={KINDS}
        onChange={(chosen) => void stores.filter({ kind: chosen })}
      />
      <p className="buttons">
        <a className="button strong" href={ADDRESS.addItem}>
          Add Item
        </a>
      </p>
    </form>
  )
}
