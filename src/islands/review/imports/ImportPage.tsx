import { useEffect, useState } from 'react'
import { createSessionClientOf } from '#client/session-client.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { importCalls } from '#contract/endpoints/imports.ts'
import type { ImportCallName } from '#contract/endpoints.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { type ChosenFile, createImportFiles } from '#stores/review/imports/import-files.ts'
import { createOpenImport } from '#stores/review/imports/open-import.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { positive } from '#stores/shared/read-query.ts'
import { resource } from '#stores/shared/resource.ts'
import '#styles/imports.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { saveBlob } from '../../behaviours/save-file.ts'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { whenText } from '../messages.ts'
import { staffPage } from '../StaffPage.tsx'
import { STATES, TEXT } from './messages.ts'
import { NewImport } from './NewImport.tsx'
import { OpenImport } from './OpenImport.tsx'

/** Island: imports of tables, scans and other files (our addition). */
export default staffPage('imports', (user, page) => <Imports key={user.id} page={page} />)

/** Milliseconds: a part of a file may take long, and so does reading a large table. */
const TIMEOUT = 10 * 60_000

function createParts({ auth: { withSession }, session, client: { base } }: PageAuth) {
  const calls = { ...baseCalls, ...importCalls }
  const client = createSessionClientOf<ImportCallName>(calls, { base, tokens: session, timeout: TIMEOUT })
  const { address, schedule } = browserDeps(window)
  const isVisible = () => !document.hidden
  const deps = { client, withSession, schedule, isVisible, newId: () => newId(crypto) }
  return {
    ...{ client, withSession, address },
    list: resource((signal) => withSession(() => client.call('imports', { signal }))),
    open(id: number) {
      const store = createOpenImport(deps, id)
      /** A link would send no token. */
      const save = (what: 'problems' | 'cells') =>
        store.act(async () => {
          // It renews the token.
          await client.call('import', { path: { id } })
          const headers = { authorization: `JWT ${session.access()}` }
          const answer = await fetch(client.address('importFile', { path: { id }, query: { what } }), { headers })
          if (!answer.ok) throw new Error(String(answer.status))
          saveBlob(await answer.blob(), what === 'cells' ? 'cells.csv' : 'problems.xlsx')
        })
      return { store, files: createImportFiles(deps, id), save }
    },
  }
}
export type ImportParts = ReturnType<typeof createParts>

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
