import { createSessionClient, type SessionClient } from '#client/session-client.ts'
import { createStoredSession, type SessionStorage, type StoredSession } from '#client/stored-session.ts'
import { type AuthDeps, type AuthStores, createAuthStores } from '#stores/auth/create-auth-stores.ts'
import { SESSION_KEYS } from '#client/session-keys.ts'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { NOTICE } from './messages.ts'
import { showUserMenu } from './user-menu.ts'
import { storageOf } from '#stores/shared/browser-deps.ts'
import { schedule } from '#stores/shared/debounce.ts'

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

interface BrowserDeps extends Omit<AuthDeps, 'client' | 'session'> {
  /** localStorage; where the browser blocks it, the session lasts as long as the page. */
  storage: SessionStorage
  locks: Pick<LockManager, 'request'>
}

/** The browser's side of the session. */
function browserDeps(page: Window & typeof globalThis): BrowserDeps {
  const inMemory = new Map<string, string>()
  const storage = () => storageOf(page, 'localStorage')
  return {
    schedule,
    storage: {
      getItem: (key) => (storage() ? storage()!.getItem(key) : (inMemory.get(key) ?? null)),
      setItem: (key, value) => void (storage() ? storage()!.setItem(key, value) : inMemory.set(key, value)),
      removeItem: (key) => void (storage() ? storage()!.removeItem(key) : inMemory.delete(key)),
    },
    // Browsers offer no locks without https.
    locks: {
      request: (...args: unknown[]) => (page.navigator.locks.request as (...args: unknown[]) => never)(...args),
    },
    onOtherTab(work) {
      // Without a key everything was removed.
      const onStorage = ({ key }: StorageEvent) => (key === SESSION_KEYS.access || key === null) && work()
      page.addEventListener('storage', onStorage)
      return () => page.removeEventListener('storage', onStorage)
    },
    onWake(work) {
      const onShow = ({ persisted }: PageTransitionEvent) => persisted && work()
      const onVisible = () => page.document.visibilityState === 'visible' && work()
      page.addEventListener('pageshow', onShow)
      page.addEventListener('online', work)
      page.document.addEventListener('visibilitychange', onVisible)
      return () => {
        page.removeEventListener('pageshow', onShow)
        page.removeEventListener('online', work)
        page.document.removeEventListener('visibilitychange', onVisible)
      }
    },
  }
}
