import { atom } from 'nanostores'
import { ApiError, ContractError, UnreachableError } from '#client/errors.ts'
import type { Schedule } from '../shared/deps.ts'

/** Milliseconds after a failure before a filter change tries the API again. */
const RETRY_AFTER = 5_000
/** Seconds to wait after 429 without a Retry-After header. */
const DEFAULT_WAIT = 5

/**
 * True when the API cannot be reached: no answer, a 5xx, or something else in its place (a café's login page, a host that has only the static pages).
 * A refusal (4xx) is not that.
 */
export const isAway = (problem: unknown): boolean =>
  problem instanceof UnreachableError ||
  problem instanceof ContractError ||
  (problem instanceof ApiError && problem.status >= 500)

/** True when the server does not have this call. */
export const isUnsupported = (problem: unknown): boolean =>
  problem instanceof ApiError && [404, 405, 501].includes(problem.status)

/** Retries after 429, as late as Retry-After says. Throws what the last try threw. */
export async function retryAfter<Answer>(
  schedule: Schedule,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (problem) {
      if (signal.aborted || !(problem instanceof ApiError) || problem.status !== 429) throw problem
      await sleep(schedule, Math.max(1, problem.retryAfter ?? DEFAULT_WAIT) * 1_000, signal)
      if (signal.aborted) throw problem
    }
  }
}

/** Resolves after the wait, or at once when the signal aborts. */
const sleep = (schedule: Schedule, milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = schedule(milliseconds, resolve)
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })

/** Whether the API can be reached. The list of items finds out; every other call follows. */
export function createApiStatus(schedule: Schedule) {
  const $away = atom(false)
  let shouldAsk = true
  let cancel = () => {}

  function retryNow() {
    cancel()
    shouldAsk = true
  }
  return {
    $away,
    /** False for RETRY_AFTER after a failure. */
    shouldAsk: () => shouldAsk,
    retryNow,
    /** The answer is late and the last build is shown. The next call still asks the API, without waiting for it. */
    markSlow: () => $away.set(true),
    markAway() {
      $away.set(true)
      cancel()
      shouldAsk = false
      cancel = schedule(RETRY_AFTER, () => (shouldAsk = true))
    },
    markReachable() {
      retryNow()
      $away.set(false)
    },
    /** Asks the API, or the last build while the API is away. Rejects with what the API refuses, or when neither answers. */
    async withFallback<Answer>(
      signal: AbortSignal,
      api: () => Promise<Answer>,
      built: () => Promise<Answer>,
    ): Promise<Answer> {
      if ($away.get()) return built()
      try {
        return await retryAfter(schedule, signal, api)
      } catch (problem) {
        if (isAway(problem)) return built()
        throw problem
      }
    },
    stop: retryNow,
  }
}
export type ApiStatus = ReturnType<typeof createApiStatus>
