import { useEffect, useRef, useState } from 'react'
import { OVERLAY } from '#contract/limits.ts'
import { society } from '#society'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createPlacesMap } from '#stores/review/places/places-map.ts'
import { createPlaces } from '#stores/review/places/places.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { listen } from '#stores/shared/listen.ts'
import type { PageAuth } from '../../account/page-auth.ts'
import { layerName } from '../../map/messages.ts'
import { SelectField } from '../../widgets/SelectField.tsx'
import { Status } from '../../widgets/Status.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { staffPage } from '../StaffPage.tsx'
import { keptOnDevice } from '../kept-on-device.ts'
import { staffClient } from '../staff-client.ts'
import { UndoNote } from '../undo/UndoNote.tsx'
import { JoinPanel } from './JoinPanel.tsx'
import { PlaceList } from './PlaceList.tsx'
import { PlacePanel } from './PlacePanel.tsx'
import { SplitPanel } from './SplitPanel.tsx'
import { doneText } from './messages.ts'
import { createPlacesCanvas } from './places-canvas.ts'
import { PlacesContext, type PlacesParts, usePlaces } from './places-context.ts'
import '#styles/widgets.css'
import '#styles/places.css'

/** The list, or what is open, beside the map. */
function PlacesDesk() {
  const { places } = usePlaces()
  const view = useStore(places.$view)
  const done = useStore(places.$done)
  const side = useRef<HTMLDivElement>(null)
  const shown = useRef(view)
  const state = 'zone' in view ? `${view.is} ${view.zone}` : view.is

  // The focus follows what is shown; on the first screen it stays where the page begins.
  useEffect(() => {
    if (shown.current === places.$view.get()) return
    shown.current = places.$view.get()
    side.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    if (!matchMedia('(width >= 60rem)').matches) side.current?.scrollIntoView({ block: 'start' })
  }, [places, state])

  return (
    <div className="places">
      <PlacesMapBox />
      <div className="places-side" ref={side}>
        <Status className="form-done">{done && doneText(done)}</Status>
        <UndoNote store={places.last} />
        {view.is === 'list' && <PlaceList />}
        {(view.is === 'new' || view.is === 'zone') && <PlacePanel key={state} />}
        {view.is === 'split' && <SplitPanel key={state} />}
        {view.is === 'join' && <JoinPanel key={state} />}
      </div>
    </div>
  )
}

function PlacesMapBox() {
  const { canvas } = usePlaces()
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => canvas.mount(host.current!), [canvas])
  return (
    <div className="places-ground">
      <PlacesLayers />
      <div ref={host} className="places-map" />
    </div>
  )
}

/** An old map below the outlines, so that places can be drawn from it. */
function PlacesLayers() {
  const { map } = usePlaces()
  const layers = useStore(map.$layers)
  const [[shown, state] = ['', { opacity: OVERLAY.opacityDefault }]] = Object.entries(useStore(map.$overlays))
  if (!layers || layers.overlays.length === 0) return null
  return (
    <div className="list-tools">
      <SelectField
        label="Old map"
        value={shown}
        choices={[['', 'None'], ...layers.overlays.map((each) => [each.id, layerName(each)] as const)]}
        onChange={(id) => map.showOverlay(id, state.opacity)}
      />
      {shown !== '' && (
        // A field of its own: widgets/Slider would be a further file of the collection page.
        <div className="slider">
          <input
            type="range"
            aria-label="Opacity of the old map"
            {...{ min: OVERLAY.opacityMinimum, max: OVERLAY.opacityMaximum, step: OVERLAY.opacityStep }}
            value={state.opacity}
            onChange={({ currentTarget }) => map.showOverlay(shown, currentTarget.valueAsNumber)}
          />
        </div>
      )}
    </div>
  )
}

/** Island: the places of the town on the map, for cataloguers. */
export default staffPage('places', (user, page) => <Loaded key={user.id} user={user.id} page={page} />)

function createParts(page: PageAuth, user: number): PlacesParts {
  const { address, schedule, data, whenOnline } = browserDeps(window)
  const client = staffClient(page)
  const places = createPlaces({
    ...{ client, withSession: page.auth.withSession, schedule, data, whenOnline, address },
    newId: () => newId(crypto),
    kept: keptOnDevice(page, user),
  })
  const map = createPlacesMap(places, society.map)
  return { places, map, canvas: createPlacesCanvas(map, client) }
}

function Loaded({ page, user }: { page: PageAuth; user: number }) {
  const [parts] = useState(() => createParts(page, user))
  useEffect(() => {
    void parts.places.start()
    const warn = (event: Event) =>
      (parts.places.split.isUnsaved() || parts.places.join.isUnsaved()) && event.preventDefault()
    return listen(window, 'beforeunload', warn)
  }, [parts])
  return (
    <PlacesContext value={parts}>
      <PlacesDesk />
    </PlacesContext>
  )
}
