import type { RateLimiterRes } from 'rate-limiter-flexible'
import { API } from '#contract/messages.ts'
import { Refusal } from './errors.ts'

/**
 * 429 with Retry-After.
 * @param wait milliseconds; the answer rounds them up to seconds.
 */
export function throttled(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new Refusal(429, API.throttled(seconds), { 'retry-after': String(seconds) })
}

/**
 * Milliseconds to wait, of what a limiter rejected with: what it counted.
 * @throws the Error that it rejected with where something went wrong.
 */
export function waitOf(rejected: unknown): number {
  if (rejected instanceof Error) throw rejected
  return (rejected as RateLimiterRes).msBeforeNext
}
