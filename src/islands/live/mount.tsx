import { createRoot } from 'react-dom/client'
import { createClient } from '#client/client.ts'
import { LiveRecordPage } from './LiveRecord.tsx'
import type { Kind } from './record.ts'

// A module of its own, not Astro's island runtime: that one needs inline scripts, which the Content-Security-Policy does not allow.
const place = document.getElementById('live')
if (place) {
  const { kind, api, site } = place.dataset as { kind: Kind; api: string; site: string }
  createRoot(place).render(
    <LiveRecordPage
      client={createClient({ base: api })}
      kind={kind}
      pathname={location.pathname}
      siteName={site}
      leave={() => location.replace('/')}
    />,
  )
}
