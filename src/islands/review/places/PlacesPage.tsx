import { useEffect, useState } from 'react'
import { society } from '#society'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createPlaces } from '#stores/review/places/places.ts'
import { createPlacesMap } from '#stores/review/places/places-map.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import '#styles/widgets.css'
import '#styles/places.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { keptOnDevice } from '../kept-on-device.ts'
import { staffClient } from '../staff-client.ts'
import { StaffPage } from '../StaffPage.tsx'
import { createPlacesCanvas } from './places-canvas.ts'
import { PlacesContext, type PlacesParts } from './places-context.ts'
import { PlacesDesk } from './PlacesDesk.tsx'

/** Island: the places of the town on the map, for cataloguers. */
export default function PlacesPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="places">
      {(user, page) => <Loaded key={user.id} user={user.id} page={page} />}
    </StaffPage>
  )
}

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
    const warn = (event: BeforeUnloadEvent) => {
      if (parts.places.split.isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [parts])
  return (
    <PlacesContext value={parts}>
      <PlacesDesk />
    </PlacesContext>
  )
}
