import { useEffect, useState } from 'react'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { ChosenFile } from '#stores/review/imports/import-files.ts'
import { positive } from '#stores/shared/read-query.ts'
import '#styles/imports.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { whenText } from '../messages.ts'
import { createParts, type ImportParts } from './import-parts.ts'
import { staffPage } from '../StaffPage.tsx'
import { STATES, TEXT } from './messages.ts'
import { NewImport } from './NewImport.tsx'
import { OpenImport } from './OpenImport.tsx'

/** Island: imports of tables, scans and other files (our addition). */
export default staffPage('imports', (user, page) => <Imports key={user.id} page={page} />)

function Imports({ page }: { page: PageAuth }) {
  const [parts] = useState(() => createParts(page))
  const [id, setId] = useState(() => positive(parts.address.read().get('id')))
  const [first, setFirst] = useState<readonly ChosenFile[]>([])
  if (id !== null) return <OpenImport parts={parts} id={id} first={first} />
  return (
    <div className="import-page">
      <p className="lead">{TEXT.lead}</p>
      <NewImport
        parts={parts}
        onBegun={(begun, files) => {
          parts.address.replace(`id=${begun}`)
          setFirst(files)
          setId(begun)
        }}
      />
      <ImportList parts={parts} />
    </div>
  )
}

function ImportList({ parts: { list } }: { parts: ImportParts }) {
  const loaded = useStore(list.$resource)
  useEffect(() => void list.load(), [list])
  return (
    <section aria-labelledby="imports-list">
      <h2 id="imports-list">Imports</h2>
      <Waiting className="list-note" resource={loaded} onRetry={list.load} />
      {loaded.value?.length === 0 && <p className="empty">Nothing has been imported here yet.</p>}
      <ul className="rows" aria-labelledby="imports-list">
        {loaded.value?.map(({ id, source, state, changed_at, by, operation, undone }) => (
          <li key={id} className="row">
            <div>
              <p className="row-name">
                <a href={`${STAFF_ADDRESS.imports}?id=${id}`}>{source}</a>
              </p>
              <p className="meta">
                <time dateTime={changed_at}>{whenText(changed_at)}</time>
                {by && ` by ${by.name}`}
              </p>
            </div>
            <p className={`submission-state ${undone ? '' : state === 'done' ? 'published' : 'returned'}`}>
              {undone ? 'Undone' : STATES[state]}
            </p>
            {operation !== null && !undone && (
              <a className="small-button" href={`${STAFF_ADDRESS.undo}?id=${operation}`} aria-label={`Undo: ${source}`}>
                Undo
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
