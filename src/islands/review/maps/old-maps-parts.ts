import { createSessionClientOf } from '#client/session-client.ts'
import type { OldMapCallName } from '#contract/endpoints.ts'
import { oldMapPageCalls } from '#contract/endpoints/old-maps.ts'
import type { MapWork, OldMap } from '#contract/old-maps.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { createOldMaps } from '#stores/review/maps/old-maps.ts'
import { createPlacing } from '#stores/review/maps/placing.ts'
import type { PageAuth } from '../../account/page-auth.ts'
import { createMapsCanvas } from './maps-canvas.ts'

/** Milliseconds that an upload may take. */
const UPLOAD_TIMEOUT = 20 * 60_000

export function createParts({ auth, session, client: { base } }: PageAuth) {
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
