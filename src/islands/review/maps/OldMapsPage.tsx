import { useEffect, useRef, useState } from 'react'
import type { OldMap } from '#contract/old-maps.ts'
import { Loading } from '#components/record/Loading.tsx'
import '#styles/staff-maps.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { useStore } from '../../widgets/use-store.ts'
import { StaffPage } from '../StaffPage.tsx'
import { AddMap } from './AddMap.tsx'
import { EditMapDialog } from './EditMapDialog.tsx'
import { MapHistory } from './MapHistory.tsx'
import { MapList } from './MapList.tsx'
import { doneText, TEXT } from './messages.ts'
import { type Adding, createParts } from './old-maps-parts.ts'
import { RemovedMaps } from './RemovedMaps.tsx'
import { MapWorkList } from './MapWorkList.tsx'

/** Island: the old maps of the archive, for cataloguers (our addition). */
export default function OldMapsPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="maps">
      {(user, page) => <OldMaps key={user.id} page={page} />}
    </StaffPage>
  )
}

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
        <p className="buttons">
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
