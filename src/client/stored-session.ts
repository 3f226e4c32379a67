import * as v from 'valibot'
import { user as userSchema, type User } from '#contract/account.ts'
import type { TokenStore } from './session-client.ts'
import { SESSION_KEYS as KEYS } from './session-keys.ts'

const LOCK = 'lotline-refresh'
/** Milliseconds to wait for another tab's refresh: slightly longer than a call's timeout. */
const LOCK_TIMEOUT = 25_000

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Locks = Pick<LockManager, 'request'>
interface LoginTokens {
  access: string
  refresh: string
  device?: string | undefined
}
export interface StoredSession extends TokenStore {
  /** Sent with a login to recognize this device; empty until a login has returned one. */
  device(): string
  start(tokens: LoginTokens): void
  /** Milliseconds since the access token was stored, by this device's clock; null if unknown. Negative when the clock was set back. */
  accessAge(): number | null
  /** The profile as last loaded. It outlives a session that expired, but not a logout. */
  user(): User | null
  rememberUser(user: User): void
  /** Logs out: removes tokens and user, but keeps the device. */
  clear(): void
}

/**
 * The session of a logged-in user, shared by all tabs, which refresh one at a time. Browsers offer no locks without https; the
 * server then tolerates two refreshes at once.
 * @param storage localStorage; @param locks `navigator.locks`, if available.
 */
export function createStoredSession(storage: SessionStorage, locks?: Locks, now = Date.now): StoredSession {
  const read = (key: keyof typeof KEYS) => storage.getItem(KEYS[key])
  const write = (key: keyof typeof KEYS, value: string | undefined) => {
    if (value !== undefined) storage.setItem(KEYS[key], value)
  }
  const remove = (...keys: (keyof typeof KEYS)[]) => {
    for (const key of keys) storage.removeItem(KEYS[key])
  }
  /** Other tabs read the session when `access` changes, so it is written and removed last. */
  function writeTokens({ access, refresh }: { access: string; refresh?: string | undefined }) {
    write('refresh', refresh)
    write('since', String(now()))
    write('access', access)
  }
  return {
    access: () => read('access'),
    refresh: () => read('refresh'),
    update(tokens) {
      if (tokens) writeTokens(tokens)
      else remove('refresh', 'since', 'access')
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
    start({ device, ...tokens }) {
      write('device', device)
      remove('user')
      writeTokens(tokens)
    },
    accessAge() {
      const since = Number(read('since') ?? NaN)
      return Number.isFinite(since) ? now() - since : null
    },
    user() {
      try {
        return v.parse(userSchema, JSON.parse(read('user') ?? ''))
      } catch {
        return null
      }
    },
    rememberUser: (user) => write('user', JSON.stringify(user)),
    clear: () => remove('user', 'refresh', 'since', 'access'),
  }
}
