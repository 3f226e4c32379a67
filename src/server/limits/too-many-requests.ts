import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { API } from '#contract/messages.ts'
import { DomainError } from '../errors/domain-error.ts'

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
