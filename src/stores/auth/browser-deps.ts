import { SESSION_KEYS } from '#client/session-keys.ts'
import type { SessionStorage } from '#client/stored-session.ts'
import { storageOf } from '../shared/browser-deps.ts'
import { schedule } from '../shared/debounce.ts'
import type { AuthDeps } from './create-auth-stores.ts'

interface BrowserDeps extends Omit<AuthDeps, 'client' | 'session'> {
  /** localStorage; where the browser blocks it, the session lasts as long as the page. */
  storage: SessionStorage
  locks: Pick<LockManager, 'request'>
}

/** The browser's side of the session. */
export function browserDeps(page: Window & typeof globalThis): BrowserDeps {
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
