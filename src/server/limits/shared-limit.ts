import { LRUCache } from 'lru-cache'
import { createMemoryLimiter, type CreateLimiter, type LimiterOptions } from './limiter.ts'

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
  const keys = new LRUCache<string, Known>({ max: KEYS, ttl: options.seconds * 1000 })

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
