import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient } from '#client/client.ts'
import { LiveRecordPage } from './LiveRecord.tsx'
import { Loading } from './Notes.tsx'
import type { Kind, LiveProps } from './record.ts'

const OVERVIEWS = {
  'person-overview': lazy(() => import('./LivePerson.tsx').then((module) => ({ default: module.LivePerson }))),
  'org-overview': lazy(() => import('./LiveOrganization.tsx').then((module) => ({ default: module.LiveOrganization }))),
  'zone-overview': lazy(() => import('./LiveZone.tsx').then((module) => ({ default: module.LiveZone }))),
}

// A module of its own, not Astro's island runtime: that one needs inline scripts, which the Content-Security-Policy does not allow.
const place = document.getElementById('live')
if (place) {
  const { kind, api, site } = place.dataset as { kind: Kind; api: string; site: string }
  const props: LiveProps = {
    client: createClient({ base: api }),
    api,
    pathname: location.pathname,
    siteName: site,
    leave: () => location.replace('/'),
  }
  createRoot(place).render(kind === 'itemview' ? <LiveRecordPage kind={kind} {...props} /> : overview(kind, props))
}

function overview(kind: keyof typeof OVERVIEWS, props: LiveProps) {
  const Overview = OVERVIEWS[kind]
  return (
    <Suspense fallback={<Loading />}>
      <Overview {...props} />
    </Suspense>
  )
}
