import { useEffect, useRef, useState } from 'react'
import type { MapWork, OldMap } from '#contract/old-maps.ts'
import type { AuditEntry } from '#contract/record.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { isBusy, type OldMapsStore } from '#stores/review/maps/old-maps.ts'
import type { PageAuth } from '../../account/page-auth.ts'
import { useForm } from '../../account/use-form.ts'
import { SmallButton, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { DialogButtons, TitledDialog } from '../../widgets/ModalDialog.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { Status } from '../../widgets/Status.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { AuditStep } from '../AuditStep.tsx'
import { staffPage } from '../StaffPage.tsx'
import { nothingDoneText } from '../messages.ts'
import { AddMap } from './AddMap.tsx'
import { MapFields, mapForm } from './MapFields.tsx'
import { MapList, RemovedMaps } from './MapList.tsx'
import { doneText, named, TEXT } from './messages.ts'
import { type Adding, createParts } from './old-maps-parts.ts'
import '#styles/staff-maps.css'

interface WorkProps {
  store: OldMapsStore
  work: readonly MapWork[]
  onPlace: (work: MapWork) => void
}

/** Maps whose tiles are being made, with their progress; and uploads that were not made into a map. */
function MapWorkList({ store, work, onPlace }: WorkProps) {
  if (work.length === 0) return null
  return (
    <section aria-labelledby="maps-work">
      <h2 id="maps-work">{work.some(isBusy) ? 'Being made' : 'Not made yet'}</h2>
      <ul className="rows">
        {work.map((each) => (
          <li key={each.upload}>
            <p className="row-name">{each.title}</p>
            {each.state === 'failed' || each.state === 'cancelled' ? (
              <>
                <p className={each.state === 'failed' ? 'form-error' : 'meta'}>{each.error}</p>
                <p className="buttons">
                  <SmallButton onClick={() => onPlace(each)}>
                    Place It Again<span className="visually-hidden"> {each.title}</span>
                  </SmallButton>
                  <SmallButton onClick={() => void store.drop(each.upload)}>
                    Forget It<span className="visually-hidden"> {each.title}</span>
                  </SmallButton>
                </p>
              </>
            ) : (
              <>
                <progress
                  aria-label={`Tiles of ${each.title}`}
                  max={each.total || 1}
                  {...(each.total > 0 && { value: each.done })}
                />
                <p className="meta">
                  {each.state === 'waiting' && 'Waits for the one before.'}
                  {each.state === 'cutting' && each.total === 0 && 'The scan is being read.'}
                  {each.state === 'cutting' &&
                    each.total > 0 &&
                    `${formatNumber(each.done)} of ${formatNumber(each.total)} tiles.`}
                  {' You can leave this page meanwhile.'}
                </p>
                <p className="buttons">
                  <SmallButton onClick={() => void store.cancel(each)}>
                    Cancel<span className="visually-hidden"> {each.title}</span>
                  </SmallButton>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Island: the old maps of the archive, for cataloguers (our addition). */
export default staffPage('maps', (user, page) => <OldMaps key={user.id} page={page} />)

function OldMaps({ page }: { page: PageAuth }) {
  const [parts] = useState(() => createParts(page))
  const { maps } = parts
  const list = useStore(maps.$list)
  const loaded = useStore(maps.$loaded)
  const refusal = useStore(maps.$refusal)
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
      <Status className="form-done">{done && doneText(done)}</Status>
      <FormError text={refusal && nothingDoneText(refusal)} />
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
          <StrongButton ref={addButton} onClick={() => setAdding({})}>
            {TEXT.add}
          </StrongButton>
        </p>
      )}
      <Waiting resource={loaded} onRetry={maps.load} />
      {list && (
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

/** Changes what is written about a map. */
function EditMapDialog({ store, map, onClose }: { store: OldMapsStore; map: OldMap; onClose: () => void }) {
  const { errors, text, isSending, props } = useForm(mapForm, (body) => store.edit(map, body), onClose)
  return (
    <TitledDialog title="Change the map" className="maps-dialog" onClose={onClose} staysOpen>
      <form className="account-form" {...props}>
        <FormError text={text} />
        <MapFields errors={errors} map={map} />
        <DialogButtons send="Save" isSending={isSending} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}

/** Who changed which map and when, from the audit trail. Read when it is opened. */
function MapHistory({ store, maps }: { store: OldMapsStore; maps: readonly OldMap[] }) {
  const history = useStore(store.history.$resource)
  const steps = history.value
  const nameOf = (key: number | string) => {
    if (key === 0) return 'The order of the maps'
    const map = maps.find(({ layer }) => layer === key)
    return map ? named(map) : `Layer ${key}`
  }
  return (
    <details className="desk-history" onToggle={({ currentTarget }) => currentTarget.open && void store.history.load()}>
      <summary>History of the maps</summary>
      <Waiting resource={history} onRetry={store.history.load} />
      {steps?.length === 0 && <p className="empty">Nothing has been changed yet.</p>}
      {steps && steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step.id}>
              <p className="row-name">{nameOf(step.key)}</p>
              <Step step={step} />
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

/** The version of a map's tiles changes with its scan and its points; to a person its number says nothing. */
function Step({ step }: { step: AuditEntry }) {
  const has = (name: string) => step.fields.some(({ field }) => field === name)
  const fields = step.fields.filter(({ field }) => field !== 'version')
  return (
    <AuditStep step={{ ...step, fields }} nameOf={() => undefined}>
      {step.action === 'edited' && has('version') && (
        <p className="meta">{has('file') ? 'Replaced by another scan.' : 'The same scan was placed again.'}</p>
      )}
    </AuditStep>
  )
}
