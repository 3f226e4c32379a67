import type { TokenStore } from './client.ts'

/** localStorage keys, shared by all tabs (spec §3 "auth": persisted locally). */
const KEYS = { access: 'access', refresh: 'refresh', device: 'lotline-device' } as const
const LOCK = 'lotline-refresh'
/** Milliseconds to wait for another tab's refresh: slightly longer than a call's timeout. */
const LOCK_TIMEOUT = 25_000

type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Locks = Pick<LockManager, 'request'>
interface LoginTokens {
  access: string
  refresh: string
  device?: string | undefined
}
export interface StoredSession extends TokenStore {
  /** Sent with a login to recognize this device; empty until a login has returned one. */
  device(): string
  /** Stores the tokens of a login. */
  start(tokens: LoginTokens): void
  /** Removes the tokens but keeps the device. */
  clear(): void
}

/**
 * The session of a logged-in user, shared by all tabs, which refresh one at a time. Browsers offer no locks without https; the
 * server then tolerates two refreshes at once.
 * @param storage localStorage; @param locks `navigator.locks`, if available.
 */
export function createStoredSession(storage: SessionStorage, locks?: Locks): StoredSession {
  const read = (key: keyof typeof KEYS) => storage.getItem(KEYS[key])
  const write = (key: keyof typeof KEYS, value: string | undefined) => {
    if (value !== undefined) storage.setItem(KEYS[key], value)
  }
  const clear = () => {
    storage.removeItem(KEYS.access)
    storage.removeItem(KEYS.refresh)
  }
  return {
    access: () => read('access'),
    refresh: () => read('refresh'),
    update(tokens) {
      if (!tokens) return clear()
      write('access', tokens.access)
      write('refresh', tokens.refresh)
    },
    async withLock(work) {
      if (!locks) return work()
      let acquired = false
      const locked = () => {
        acquired = true
        return work()
      }
      try {
        return await locks.request(LOCK, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, locked)
      } catch (problem) {
        // A tab that the browser suspended may hold the lock indefinitely.
        if (acquired) throw problem
        return work()
      }
    },
    device: () => read('device') ?? '',
    start({ access, refresh, device }) {
      write('access', access)
      write('refresh', refresh)
      write('device', device)
    },
    clear,
  }
}
