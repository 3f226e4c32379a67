import { createClient, type Client } from '#client/client.ts'
import { createStoredSession, type StoredSession } from '#client/stored-session.ts'
import type { AuthStores } from '#stores/auth/auth-stores.ts'
import { browserDeps } from '#stores/auth/browser-deps.ts'
import { createAuthStores } from '#stores/auth/create-auth-stores.ts'

export interface PageAuth {
  auth: AuthStores
  /** Sends the user's token with each call. */
  client: Client
  session: StoredSession
}

let page: PageAuth | undefined

/** The session, one for all islands of a page. It touches neither window nor network before `auth.start()`, so server rendering and hydration match. */
export const pageAuth = (apiBase: string): PageAuth => (page ??= createPageAuth(apiBase))

function createPageAuth(apiBase: string): PageAuth {
  const { storage, locks, ...deps } = browserDeps(globalThis.window)
  const session = createStoredSession(storage, locks)
  const client = createClient({ base: apiBase, tokens: session })
  return { auth: createAuthStores({ ...deps, client, session }), client, session }
}
