import { LOGIN_PAUSE, RESET_REQUESTS } from '#contract/limits.ts'
import { clientAddress, clientNetworks } from '../limits/client-address.ts'
import {
  createMemoryLimiter,
  type CreateLimiter,
  consume,
  tooManyRequests,
  retryAfterMs,
} from '../limits/rate-limit.ts'

/** Exponential backoff: counts attempts, and after too many allows one per pause, also for concurrent requests. */
function createBackoff(name: 'account' | 'address' | 'network', createLimiter: CreateLimiter) {
  const { free, first, longest } = LOGIN_PAUSE[name]
  const all = Number.MAX_SAFE_INTEGER
  const tries = createLimiter({ name: `login-${name}`, points: all, seconds: LOGIN_PAUSE.forget })
  const pauses = createLimiter({ name: `login-${name}-pause`, points: 1, seconds: longest })
  return {
    /** Counts an attempt. Returns the milliseconds to wait if it is not allowed now; it is then not counted. */
    async consume(key: string): Promise<number> {
      const { consumedPoints: count } = await tries.penalty(key)
      if (count < free) return 0
      const pause = Math.min(first * 2 ** (count - free), longest)
      try {
        await pauses.consume(key, 1, { customDuration: pause })
        return 0
      } catch (rejected) {
        await tries.reward(key)
        return Math.max(1, retryAfterMs(rejected))
      }
    },
    /** Takes back one attempt, and the pause that it started. */
    async refund(key: string): Promise<void> {
      await tries.reward(key)
      await pauses.delete(key)
    },
    async reset(key: string): Promise<void> {
      await tries.delete(key)
      await pauses.delete(key)
    },
  }
}

/** A password check. `email` is folded; `device` is one that has logged in to this account before. */
interface LoginAttempt {
  email: string
  ip: string
  device?: string | undefined
}

/**
 * Throttles password guessing per account (whether it exists or not), address and network. Known devices, and addresses that have recently logged
 * in to the account, have their own count. On SQLite in memory: a restart resets it.
 */
export function createLoginThrottle(createLimiter: CreateLimiter = createMemoryLimiter) {
  const accounts = createBackoff('account', createLimiter)
  const addresses = createBackoff('address', createLimiter)
  const networks = createBackoff('network', createLimiter)
  const known = createLimiter({ name: 'login-known', points: 1, seconds: LOGIN_PAUSE.known })
  const pair = (email: string, ip: string) => `${email} ${clientAddress(ip)}`
  type Count = readonly [ReturnType<typeof createBackoff>, string]

  async function ownKey({ email, ip, device }: LoginAttempt): Promise<string | undefined> {
    if (device !== undefined) return `${email} ${device}`
    return (await known.get(pair(email, ip))) === null ? undefined : pair(email, ip)
  }
  const sharedCounts = (ip: string) =>
    clientNetworks(ip).map((key, at): Count => [at === 0 ? addresses : networks, key])
  const refund = (counts: readonly Count[]) => Promise.all(counts.map(([backoff, key]) => backoff.refund(key)))

  return {
    /** Runs `check` on a password unless the caller has to wait. An attempt where `check` throws is not counted. @throws {DomainError} too-many-requests. */
    async attempt(attempt: LoginAttempt, check: (isKnown: boolean) => Promise<boolean>): Promise<boolean> {
      const { email, ip } = attempt
      const own = await ownKey(attempt)
      const account = own ?? email
      const counts: Count[] = [...(own === undefined ? sharedCounts(ip) : []), [accounts, account]]
      for (const [at, [backoff, key]] of counts.entries()) {
        const wait = await backoff.consume(key)
        if (wait === 0) continue
        await refund(counts.slice(0, at))
        throw tooManyRequests(wait)
      }
      let isCorrect
      try {
        isCorrect = await check(own !== undefined)
      } catch (error) {
        await refund(counts)
        throw error
      }
      if (!isCorrect) return false
      await refund(counts)
      await accounts.reset(account)
      await known.set(pair(email, ip), 1, LOGIN_PAUSE.known)
      return true
    },
    /** Resets the count after somebody has proved that the mailbox is theirs. */
    async reset(email: string, ip: string): Promise<void> {
      await accounts.reset(email)
      await accounts.reset(pair(email, ip))
      await known.set(pair(email, ip), 1, LOGIN_PAUSE.known)
    },
  }
}
export type LoginThrottle = ReturnType<typeof createLoginThrottle>

export function createResetThrottle(createLimiter: CreateLimiter = createMemoryLimiter) {
  const { seconds, email: perEmail, address: perAddress, network: perNetwork } = RESET_REQUESTS
  const emails = createLimiter({ name: 'reset-email', points: perEmail, seconds })
  const addresses = createLimiter({ name: 'reset-address', points: perAddress, seconds })
  const networks = createLimiter({ name: 'reset-network', points: perNetwork, seconds })
  /**
   * True if this e-mail address may get another mail, whether it has an account or not.
   * @throws {DomainError} too-many-requests, per network address and network.
   */
  return async (email: string, ip: string): Promise<boolean> => {
    for (const [at, key] of clientNetworks(ip).entries()) await consume(at === 0 ? addresses : networks, key)
    try {
      await emails.consume(email)
      return true
    } catch (rejected) {
      retryAfterMs(rejected)
      return false
    }
  }
}
export type ResetThrottle = ReturnType<typeof createResetThrottle>
