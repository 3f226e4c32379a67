import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { WRITES } from '#contract/limits.ts'
import { clientAddress } from '../limits/client-address.ts'
import { consume } from '../limits/too-many-requests.ts'

/** Write calls within `seconds`. */
export type WriteLimits = Record<keyof typeof WRITES, number>

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rate limits writes per network address and per account, in memory. The functions throw too-many-requests. */
export function createWriteLimit({ account, address, seconds }: WriteLimits = WRITES) {
  const accounts = new RateLimiterMemory({ points: account, duration: seconds })
  const addresses = new RateLimiterMemory({ points: address, duration: seconds })

  return {
    /** Before authentication. */
    async ofAddress(request: FastifyRequest): Promise<void> {
      // `request.ip` is computed lazily: reads such as tiles never need it.
      if (!READS.has(request.method)) await consume(addresses, clientAddress(request.ip))
    },
    async ofAccount({ method, caller }: FastifyRequest): Promise<void> {
      if (!READS.has(method) && caller.id !== null) await consume(accounts, String(caller.id))
    },
  }
}
