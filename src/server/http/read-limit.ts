import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { LIST_WORK } from '#contract/limits.ts'
import { clientNetworks } from '../limits/client-address.ts'
import { tooManyRequests } from '../limits/too-many-requests.ts'

/** Milliseconds of work within `seconds`, and milliseconds before a refusal is answered. */
export type ReadLimits = Record<keyof typeof LIST_WORK, number>

/** Limits the processor time that one network spends on list reads, not the number of calls: slow searches cost more. In memory. */
export function createReadLimit({ address, network, seconds, pause: milliseconds }: ReadLimits = LIST_WORK) {
  const limits = [address, network].map((points) => ({
    points,
    limiter: new RateLimiterMemory({ points, duration: seconds }),
  }))
  /** The limits of an address and its network, smallest first. */
  const limitsOf = (ip: string) => clientNetworks(ip).map((key, at) => ({ key, ...limits[at]! }))
  return {
    /** @throws {DomainError} too-many-requests, if an address or its network has used up its share. */
    async check(ip: string): Promise<void> {
      for (const { key, points, limiter } of limitsOf(ip)) {
        const used = await limiter.get(key)
        if (!used || used.consumedPoints < points) continue
        await pause(milliseconds)
        throw tooManyRequests(used.msBeforeNext)
      }
    },
    async charge(ip: string, milliseconds: number): Promise<void> {
      const points = Math.max(1, Math.round(milliseconds))
      await Promise.all(limitsOf(ip).map(({ key, limiter }) => limiter.penalty(key, points)))
    },
  }
}
export type ReadLimit = ReturnType<typeof createReadLimit>
