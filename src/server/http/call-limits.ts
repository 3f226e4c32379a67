import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { LIST_WORK, WRITES } from '#contract/limits.ts'
import { clientNetworks, clientAddress } from '../limits/client-address.ts'
import { type CreateLimiter, createSharedLimit, tooManyRequests } from '../limits/rate-limit.ts'

/** Milliseconds of work within `seconds`, and milliseconds before a refusal is answered. */
export type ReadLimits = Record<keyof typeof LIST_WORK, number>

/** Limits the processor time that one network spends on list reads, not the number of calls: slow searches cost more. */
export function createReadLimit(
  { address, network, seconds, pause: milliseconds }: ReadLimits = LIST_WORK,
  createLimiter?: CreateLimiter,
) {
  const limits = [
    createSharedLimit({ name: 'read-address', points: address, seconds }, createLimiter),
    createSharedLimit({ name: 'read-network', points: network, seconds }, createLimiter),
  ]
  /** The limits of an address and its network, smallest first. */
  const limitsOf = (ip: string) => clientNetworks(ip).map((key, at) => ({ key, limit: limits[at]! }))
  return {
    /** @throws {DomainError} too-many-requests, if an address or its network has used up its share. */
    async check(ip: string): Promise<void> {
      for (const { key, limit } of limitsOf(ip)) {
        const wait = limit.wait(key)
        if (wait === 0) continue
        await pause(milliseconds)
        throw tooManyRequests(wait)
      }
    },
    async charge(ip: string, milliseconds: number): Promise<void> {
      const points = Math.max(1, Math.round(milliseconds))
      await Promise.all(limitsOf(ip).map(({ key, limit }) => limit.add(key, points)))
    },
  }
}
export type ReadLimit = ReturnType<typeof createReadLimit>

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
