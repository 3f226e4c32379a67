import { createSessionClient, type SessionClient } from '#client/session-client.ts'
import { createStoredSession, type StoredSession } from '#client/stored-session.ts'
import type { AuthStores } from '#stores/auth/auth-stores.ts'
import { browserDeps } from '#stores/auth/browser-deps.ts'
import { createAuthStores } from '#stores/auth/create-auth-stores.ts'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { NOTICE } from './messages.ts'
import { showUserMenu } from './user-menu.ts'

export interface PageAuth {
  auth: AuthStores
  /** For the calls of sessions and accounts; pages make their own for more (client/user-client.ts). */
  client: SessionClient
  session: StoredSession
  /** Checks the session and draws the user's menu. `staysAfterLogout`: the page is the same without a user. Only the first call counts. */
  start(options?: { staysAfterLogout: boolean }): void
}

let page: PageAuth | undefined

/** The session, one for all islands of a page. It touches neither window nor network before `start`, so server rendering and hydration match. */
export const pageAuth = (apiBase: string): PageAuth => (page ??= createPageAuth(apiBase))

function createPageAuth(apiBase: string): PageAuth {
  const { storage, locks, ...deps } = browserDeps(globalThis.window)
  const session = createStoredSession(storage, locks)
  const client = createSessionClient({ base: apiBase, tokens: session })
  const auth = createAuthStores({ ...deps, client, session })
  let isStarted = false
  return {
    auth,
    client,
    session,
    start({ staysAfterLogout } = { staysAfterLogout: false }) {
      if (isStarted) return
      isStarted = true
      showUserMenu({ api: apiBase, auth, session, onLogout: () => staysAfterLogout || leadToMap(NOTICE.loggedOut) })
      auth.start()
    },
  }
}
