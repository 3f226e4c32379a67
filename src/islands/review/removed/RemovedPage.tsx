import { useEffect, useState } from 'react'
import { pagesOf } from '#contract/limits.ts'
import { plural } from '#rules/names/record-names.ts'
import { createUndoList, kindsOf, PAGE_SIZE, type UndoStores } from '#stores/review/removed/undo-list.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import '#styles/removed.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { Pagination } from '../../widgets/Pagination.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { kindNames } from '../messages.ts'
import { staffClient } from '../staff-client.ts'
import { StaffPage } from '../StaffPage.tsx'
import { RemovedRows } from './RemovedRows.tsx'
import { UndoneNote } from './UndoneNote.tsx'

/** Island: what was removed or merged in the last thirty days, and its undo (our addition). */
export default function RemovedPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="removed">
      {(user, page) => <Removed key={user.id} page={page} />}
    </StaffPage>
  )
}

const LISTS = [
  ['removed', 'Removed'],
  ['merged', 'Merged'],
] as const

function Removed({ page: { auth, ...page } }: { page: PageAuth }) {
  const [stores] = useState(() => {
    const { address } = browserDeps(window)
    return createUndoList({ client: staffClient(page), withSession: auth.withSession, address })
  })
  useEffect(() => void stores.load(), [stores])
  const filters = useStore(stores.$filters)
  const { state, count } = useStore(stores.$list)
  return (
    <div className="undo-page">
      <p className="lead">For thirty days you can bring back what was removed, and separate what was merged.</p>
      <Filters stores={stores} />
      <UndoneNote stores={stores} />
      <p className="meta" role="status">
        {state === 'ready' && countText(filters.list, count)}
      </p>
      <RemovedRows stores={stores} />
      {count > PAGE_SIZE && (
        <Pagination
          className="pagination"
          label="Pages"
          button="button"
          page={filters.page}
          pages={pagesOf(count, PAGE_SIZE)}
          goTo={(to) => void stores.filter({ page: to })}
        />
      )}
    </div>
  )
}

const countText = (list: 'removed' | 'merged', count: number) =>
  count === 0
    ? list === 'removed'
      ? 'Nothing was removed in the last thirty days.'
      : 'Nothing was merged in the last thirty days.'
    : plural(count, 'record')

function Filters({ stores }: { stores: UndoStores }) {
  const { list, kind } = useStore(stores.$filters)
  return (
    <div className="submissions-filters">
      <fieldset>
        <legend>Show</legend>
        {LISTS.map(([value, name]) => (
          <label key={value}>
            <input
              type="radio"
              name="list"
              checked={list === value}
              onChange={() => void stores.filter({ list: value })}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <label className="submissions-kind">
        <span>Kind</span>
        <select value={kind} onChange={({ target }) => void stores.filter({ kind: target.value as typeof kind })}>
          <option value="">All</option>
          {kindsOf(list).map((each) => (
            <option key={each} value={each}>
              {kindNames(each)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
