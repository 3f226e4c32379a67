import { useRef } from 'react'
import type { UserClient } from '#client/user-client.ts'
import { Loading } from '#components/record/Loading.tsx'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { plural } from '#rules/names/record-names.ts'
import { isSameEntry, type SubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import type { DraftPictures } from '../widgets/draft-pictures.ts'
import { Pagination } from '../widgets/Pagination.tsx'
import { useStore } from '../widgets/use-store.ts'
import { Filters } from './Filters.tsx'
import { messageText, TEXT } from './messages.ts'
import { Submission } from './Submission.tsx'

interface Props {
  stores: SubmissionsStores
  client: UserClient
  pictures: DraftPictures
}

export function SubmissionList({ stores, client, pictures }: Props) {
  const { state, entries, count } = useStore(stores.$list)
  const { page } = useStore(stores.$filters)
  const named = useStore(stores.$named)
  const message = useStore(stores.$message)
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed goes with the entries.
  const moveOn = (load: () => Promise<void>) => {
    heading.current!.focus()
    void load()
  }
  if (state === 'absent') return <p className="list-note">{TEXT.absent}</p>

  const first = named !== null && named !== 'missing' ? named : undefined
  const others = first ? entries.filter((entry) => !isSameEntry(entry, first)) : entries
  const pages = Math.max(1, Math.ceil(count / stores.pageSize))
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
        {state === 'failed' && <Failed reload={() => moveOn(stores.reload)} />}
        {state === 'ready' && count === 0 && (
          <None stores={stores} showAll={() => moveOn(() => stores.filter({ kind: 'items', state: '' }))} />
        )}
        <ul className="submissions">
          {others.map((entry) => (
            <Submission key={`${entry.kind} ${entry.key}`} entry={entry} {...{ stores, client, pictures }} />
          ))}
        </ul>
        {pages > 1 && (
          <Pagination
            className="pagination"
            label="Pages of submissions"
            button="button"
            {...{ page, pages }}
            goTo={(to) => moveOn(() => stores.goTo(to))}
          />
        )}
      </section>
      <p className="visually-hidden" role="status">
        {message ? messageText(message) : state === 'ready' && countText(count)}
      </p>
    </>
  )
}

const countText = (count: number) => plural(count, 'submission')

function Failed({ reload }: { reload: () => void }) {
  return (
    <div className="list-note" role="alert">
      <p>{TEXT.failed}</p>
      <button type="button" className="button" onClick={reload}>
        Try Again
      </button>
    </div>
  )
}

function None({ stores, showAll }: { stores: SubmissionsStores; showAll: () => void }) {
  const { kind, state } = useStore(stores.$filters)
  const isFiltered = kind !== 'items' || state !== ''
  return (
    <div className="list-note">
      <p>{isFiltered ? TEXT.noneHere : TEXT.none}</p>
      {isFiltered ? (
        <button type="button" className="button" onClick={showAll}>
          Show All Items
        </button>
      ) : (
        <a className="button strong" href={ADDRESS.addItem}>
          Add Item
        </a>
      )}
    </div>
  )
}
