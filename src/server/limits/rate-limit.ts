import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, type RateLimiterAbstract, type RateLimiterRes } from 'rate-limiter-flexible'
import { API } from '#contract/messages.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Keys that a process remembers. */
const KEYS = 20_000
/** The share of a limit that a process counts by itself before it adds it to what all processes have counted. */
const STEP = 0.01

interface Known {
  /** Counted here, and not yet added. */
  pending: number
  /** Reached until then (milliseconds of `Date.now`). */
  reachedUntil: number
}

/**
 * A limit with many points, which all processes count together without asking the database at each call: a process adds what it has counted in
 * steps, and learns then how much all have. So N processes allow N steps more at most.
 */
export function createSharedLimit(
  { points, ...options }: LimiterOptions,
  createLimiter: CreateLimiter = createMemoryLimiter,
) {
  // Counted only: what is refused is decided here.
  const limiter = createLimiter({ ...options, points: Number.MAX_SAFE_INTEGER })
  const step = Math.max(1, Math.floor(points * STEP))
  // Not `max`, which would make room for all keys at once.
  const keys = new LRUCache<string, Known>({ maxSize: KEYS, sizeCalculation: () => 1, ttl: options.seconds * 1000 })

  return {
    /** Milliseconds to wait where the limit is reached; 0 otherwise. */
    wait: (key: string): number => Math.max(0, (keys.peek(key)?.reachedUntil ?? 0) - Date.now()),
    /** Counts. Returns the milliseconds to wait if that was more than is allowed. */
    async add(key: string, count: number): Promise<number> {
      const known = keys.get(key) ?? { pending: 0, reachedUntil: 0 }
      known.pending += count
      keys.set(key, known)
      if (known.pending < step) return 0
      const added = known.pending
      known.pending = 0
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, added)
      if (consumedPoints >= points) known.reachedUntil = Date.now() + msBeforeNext
      return consumedPoints > points ? Math.max(1, msBeforeNext) : 0
    },
  }
}

export interface LimiterOptions {
  /** Different for each limit of the archive. */
  name: string
  points: number
  seconds: number
}
/** Makes rate limits: in the database where several processes share it (`Engine.createLimiter`). */
export type CreateLimiter = (options: LimiterOptions) => RateLimiterAbstract

/** In the memory of this process. */
export const createMemoryLimiter: CreateLimiter = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })

/** 429 with Retry-After. @param wait milliseconds, rounded up to seconds. */
export function tooManyRequests(wait: number): DomainError {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new DomainError('too-many-requests', API.throttled(seconds), { retryAfter: seconds })
}

/** Milliseconds to wait, from a limiter's rejection. @throws the error, if it failed for another reason. */
export function retryAfterMs(rejected: unknown): number {
  if (rejected instanceof Error) throw rejected
  return (rejected as RateLimiterRes).msBeforeNext
}

/** Takes one point of a limit. @throws {DomainError} too-many-requests. */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  await limiter.consume(key).catch((rejected: unknown) => {
    throw tooManyRequests(retryAfterMs(rejected))
  })
}
