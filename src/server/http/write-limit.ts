import type { FastifyRequest } from 'fastify'
import { WRITES } from '#contract/limits.ts'
import { clientAddress } from '../limits/client-address.ts'
import { type CreateLimiter, createSharedLimit, tooManyRequests } from '../limits/rate-limit.ts'

/** Write calls within `seconds`. */
export type WriteLimits = Record<keyof typeof WRITES, number>

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rate limits writes per network address and per account. The functions throw too-many-requests. */
export function createWriteLimit({ account, address, seconds }: WriteLimits = WRITES, createLimiter?: CreateLimiter) {
  const accounts = createSharedLimit({ name: 'write-account', points: account, seconds }, createLimiter)
  const addresses = createSharedLimit({ name: 'write-address', points: address, seconds }, createLimiter)
  async function count(limit: typeof accounts, key: string): Promise<void> {
    const wait = limit.wait(key) || (await limit.add(key, 1))
    if (wait > 0) throw tooManyRequests(wait)
  }

  return {
    /** Before authentication. */
    async ofAddress(request: FastifyRequest): Promise<void> {
      // `request.ip` is computed lazily: reads such as tiles never need it.
      if (!READS.has(request.method)) await count(addresses, clientAddress(request.ip))
    },
    async ofAccount({ method, caller }: FastifyRequest): Promise<void> {
      if (!READS.has(method) && caller.id !== null) await count(accounts, String(caller.id))
    },
  }
}
