import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { WRITES } from '#contract/limits.ts'
import { clientAddress } from './client-address.ts'
import { throttled, waitOf } from './throttled.ts'

/** Calls that write, within `seconds`. */
export type WriteLimits = Record<keyof typeof WRITES, number>

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Bounds how many writes come from one network address and from one account. Kept in memory: a restart forgets it.
 * Each returned function throws a {Refusal} 429 with Retry-After.
 */
export function createWriteLimit({ account, address, seconds }: WriteLimits = WRITES) {
  const accounts = new RateLimiterMemory({ points: account, duration: seconds })
  const addresses = new RateLimiterMemory({ points: address, duration: seconds })

  async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
    await limiter.consume(key).catch((rejected: unknown) => {
      throw throttled(waitOf(rejected))
    })
  }

  return {
    /** Before it is known who calls. */
    async ofAddress(request: FastifyRequest): Promise<void> {
      // `ip` is worked out when it is asked for: of a read, such as a tile, it is not.
      if (!READS.has(request.method)) await count(addresses, clientAddress(request.ip))
    },
    async ofAccount({ method, caller }: FastifyRequest): Promise<void> {
      if (!READS.has(method) && caller.id !== null) await count(accounts, String(caller.id))
    },
  }
}
