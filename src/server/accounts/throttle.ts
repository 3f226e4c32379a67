import { RateLimiterMemory } from 'rate-limiter-flexible'
import { LOGIN_PAUSE, RESET_REQUESTS } from '#contract/limits.ts'
import { throttled, waitOf } from '../http/throttled.ts'

interface Pauses {
  free: number
  first: number
  longest: number
}

/** Counts tries, and lets only one through for each pause when there were too many: two that come at once do not both slip through. */
function createPauses({ free, first, longest }: Pauses) {
  const tries = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: LOGIN_PAUSE.forget })
  const pauses = new RateLimiterMemory({ points: 1, duration: longest })
  return {
    /** Counts a try that is about to be made. Returns milliseconds to wait where it may not be made now: it is then not counted. */
    async take(key: string): Promise<number> {
      const { consumedPoints: count } = await tries.penalty(key)
      if (count < free) return 0
      const pause = Math.min(first * 2 ** (count - free), longest)
      try {
        await pauses.consume(key, 1, { customDuration: pause })
        return 0
      } catch (rejected) {
        await tries.reward(key)
        return Math.max(1, waitOf(rejected))
      }
    },
    /** Takes one try back, and the pause that it began. */
    async giveBack(key: string): Promise<void> {
      await tries.reward(key)
      await pauses.delete(key)
    },
    async forget(key: string): Promise<void> {
      await tries.delete(key)
      await pauses.delete(key)
    },
  }
}

/**
 * Slows down who guesses passwords: by account, whether there is one of this e-mail address or not, and by network address. Kept in
 * memory: a restart forgets it.
 */
export function createLoginThrottle() {
  const accounts = createPauses(LOGIN_PAUSE.account)
  const addresses = createPauses(LOGIN_PAUSE.address)
  const known = new RateLimiterMemory({ points: 1, duration: LOGIN_PAUSE.known })
  const pair = (email: string, address: string) => `${email} ${address}`
  const accountKey = async (email: string, address: string) =>
    (await known.get(pair(email, address))) === null ? email : pair(email, address)
  return {
    /**
     * To be called before a password is looked at. Returns what to call when it was right.
     * @throws {Refusal} 429 with Retry-After.
     */
    async attempt(email: string, address: string): Promise<() => Promise<void>> {
      const key = await accountKey(email, address)
      const wait = await addresses.take(address)
      if (wait > 0) throw throttled(wait)
      const pause = await accounts.take(key)
      if (pause > 0) {
        await addresses.giveBack(address)
        throw throttled(pause)
      }
      return async () => {
        await accounts.forget(key)
        await addresses.giveBack(address)
        await known.set(pair(email, address), 1, LOGIN_PAUSE.known)
      }
    },
    /** Somebody has shown that the mailbox is theirs: what others tried does not keep them out. */
    async forgive(email: string, address: string): Promise<void> {
      await accounts.forget(email)
      await accounts.forget(pair(email, address))
      await known.set(pair(email, address), 1, LOGIN_PAUSE.known)
    },
  }
}
export type LoginThrottle = ReturnType<typeof createLoginThrottle>

/** Bounds how often reset links are asked for. */
export function createResetThrottle() {
  const { seconds, email: perEmail, address: perAddress } = RESET_REQUESTS
  const emails = new RateLimiterMemory({ points: perEmail, duration: seconds })
  const addresses = new RateLimiterMemory({ points: perAddress, duration: seconds })
  /**
   * Whether this e-mail address may be written to once more; whether it has an account plays no part.
   * @throws {Refusal} 429 with Retry-After, by network address alone.
   */
  return async (email: string, address: string): Promise<boolean> => {
    await addresses.consume(address).catch((rejected: unknown) => {
      throw throttled(waitOf(rejected))
    })
    try {
      await emails.consume(email)
      return true
    } catch (rejected) {
      waitOf(rejected)
      return false
    }
  }
}
export type ResetThrottle = ReturnType<typeof createResetThrottle>
