import { useEffect, useRef, useState } from 'react'
import { createSessionClientOf } from '#client/session-client.ts'
import { Loading } from '#components/record/Loading.tsx'
import { oldMapPageCalls } from '#contract/endpoints/old-maps.ts'
import type { OldMapCallName } from '#contract/endpoints.ts'
import type { MapWork, OldMap } from '#contract/old-maps.ts'
import { createOldMaps } from '#stores/review/maps/old-maps.ts'
import { createPlacing } from '#stores/review/maps/placing.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import '#styles/staff-maps.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { useStore } from '../../widgets/use-store.ts'
import { StaffPage } from '../StaffPage.tsx'
import { AddMap } from './AddMap.tsx'
import { EditMapDialog } from './EditMapDialog.tsx'
import { MapHistory } from './MapHistory.tsx'
import { MapList } from './MapList.tsx'
import { createMapsCanvas } from './maps-canvas.ts'
import { doneText, TEXT } from './messages.ts'
import { RemovedMaps } from './RemovedMaps.tsx'
import { MapWorkList } from './MapWorkList.tsx'

/** Milliseconds that an upload may take. */
const UPLOAD_TIMEOUT = 20 * 60_000

/** Island: the old maps of the archive, for cataloguers (our addition). */
export default function OldMapsPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="maps">
      {(user, page) => <OldMaps key={user.id} page={page} />}
    </StaffPage>
  )
}

function createParts({ auth, session, client: { base } }: PageAuth) {
  const options = { base, tokens: session }
  const client = createSessionClientOf<OldMapCallName>(oldMapPageCalls, options)
  const slowClient = createSessionClientOf<OldMapCallName>(oldMapPageCalls, { ...options, timeout: UPLOAD_TIMEOUT })
  const deps = { client, slowClient, withSession: auth.withSession, schedule: browserDeps(window).schedule }
  const placing = createPlacing(deps)
  return { maps: createOldMaps(deps), placing, canvas: createMapsCanvas(client, placing.clickMap), apiBase: base }
}
/** What is added: a new map, one that replaces a map of the archive, or an upload that is placed again. */
export interface Adding {
  replaces?: OldMap | undefined
  work?: MapWork
}
export type OldMapsParts = ReturnType<typeof createParts>

function OldMaps({ page }: { page: PageAuth }) {
  const [parts] = useState(() => createParts(page))
  const { maps } = parts
  const list = useStore(maps.$list)
  const problem = useStore(maps.$problem)
  const done = useStore(maps.$done)
  const [adding, setAdding] = useState<Adding | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  useEffect(() => {
    // What had the focus is gone with the form.
    if (wasAdding.current && !adding) addButton.current?.focus()
    wasAdding.current = adding !== null
  }, [adding])
  const [edited, setEdited] = useState<OldMap | null>(null)
  useEffect(() => {
    void maps.load()
    return maps.stop
  }, [maps])
  return (
    <div className="maps">
      <p className="form-done" role="status">
        {done && doneText(done)}
      </p>
      {problem !== null && (
        <div className="form-error" role="alert">
          <p>{problem}</p>
          {list === null && (
            <button type="button" className="button" onClick={() => void maps.load()}>
              Try Again
            </button>
          )}
        </div>
      )}
      {adding ? (
        <AddMap
          key={adding.work?.upload}
          parts={parts}
          adding={adding}
          onClose={() => {
            parts.placing.reset()
            setAdding(null)
          }}
        />
      ) : (
        <p className="maps-tools">
          <button ref={addButton} type="button" className="button strong" onClick={() => setAdding({})}>
            {TEXT.add}
          </button>
        </p>
      )}
      {list === null ? (
        problem === null && <Loading />
      ) : (
        <>
          <MapWorkList
            store={maps}
            work={list.work.filter(({ upload }) => upload !== adding?.work?.upload)}
            onPlace={(work) => setAdding({ work, replaces: list.maps.find(({ layer }) => layer === work.replaces) })}
          />
          {!adding && (
            <>
              <MapList
                store={maps}
                maps={list.maps}
                apiBase={parts.apiBase}
                onEdit={setEdited}
                onReplace={(replaces) => setAdding({ replaces })}
              />
              <RemovedMaps store={maps} maps={list.maps} />
              <MapHistory store={maps} maps={list.maps} />
            </>
          )}
        </>
      )}
      {edited && <EditMapDialog store={maps} map={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}
