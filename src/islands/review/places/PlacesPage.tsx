import { useEffect, useState } from 'react'
import { createSessionClientOf } from '#client/session-client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { society } from '#society'
import { createPlaces } from '#stores/review/places/places.ts'
import { createPlacesMap } from '#stores/review/places/places-map.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import '#styles/places.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { StaffPage } from '../StaffPage.tsx'
import { createPlacesCanvas } from './places-canvas.ts'
import { PlacesContext, type PlacesParts } from './places-context.ts'
import { PlacesDesk } from './PlacesDesk.tsx'

/** Island: the places of the town on the map, for cataloguers. */
export default function PlacesPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="places">
      {(user, page) => <Loaded key={user.id} page={page} />}
    </StaffPage>
  )
}

function createParts({ auth, session, client: { base } }: PageAuth): PlacesParts {
  const { address, schedule, data, whenOnline } = browserDeps(window)
  const calls = { ...baseCalls, ...staffCalls }
  const client = createSessionClientOf<DeskCallName>(calls, { base, tokens: session })
  const places = createPlaces({ client, withSession: auth.withSession, schedule, data, whenOnline, address })
  const map = createPlacesMap(places, society.map)
  return { places, map, canvas: createPlacesCanvas(map, client) }
}

function Loaded({ page }: { page: PageAuth }) {
  const [parts] = useState(() => createParts(page))
  useEffect(() => {
    void parts.places.start()
    const warn = (event: BeforeUnloadEvent) => {
      if (parts.places.isUnsaved()) event.preventDefault()
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
