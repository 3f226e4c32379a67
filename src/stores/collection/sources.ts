import { atom } from 'nanostores'
import { ApiError, ContractError, UnreachableError } from '#client/errors.ts'
import { sleep } from '../shared/sleep.ts'
import type { Schedule } from '../shared/deps.ts'
import type { ItemSource } from './item-source.ts'

/** Milliseconds after a failure before a filter change tries the API again. */
const RETRY_AFTER = 5_000
/** Seconds to wait after 429 without a Retry-After header. */
const DEFAULT_WAIT = 5

/** The answer is not from the API. */
export class NotAListError extends Error {}

/**
 * True when the API cannot be reached: no answer, a 5xx, or something else in its place (a café's login page, a host that has only the static pages).
 * A refusal (4xx) is not that.
 */
const isAway = (problem: unknown): boolean =>
  problem instanceof UnreachableError ||
  problem instanceof ContractError ||
  problem instanceof NotAListError ||
  (problem instanceof ApiError && problem.status >= 500)

/** True when the server does not have this call. */
export const isUnsupported = (problem: unknown): boolean =>
  problem instanceof ApiError && [404, 405, 501].includes(problem.status)

interface Deps {
  api: ItemSource
  /** The last build. */
  built: () => Promise<ItemSource>
  schedule: Schedule
}

/** The API, and the last build while it is away. The list of items finds out; every other call follows. */
export function createSources({ api, built, schedule }: Deps) {
  const $away = atom(false)
  let shouldAsk = true
  let cancel = () => {}

  function retryNow() {
    cancel()
    shouldAsk = true
  }
  function mark(isReachable: boolean) {
    retryNow()
    $away.set(!isReachable)
    if (isReachable) return
    shouldAsk = false
    cancel = schedule(RETRY_AFTER, () => (shouldAsk = true))
  }
  /** Retries after 429, as late as Retry-After says. Throws what the last try threw. */
  async function fromApi<Answer>(signal: AbortSignal, work: (source: ItemSource) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await work(api)
      } catch (problem) {
        if (signal.aborted || !(problem instanceof ApiError) || problem.status !== 429) throw problem
        await sleep(schedule, Math.max(1, problem.retryAfter ?? DEFAULT_WAIT) * 1_000, signal)
        if (signal.aborted) throw problem
      }
    }
  }
  return {
    $away,
    built,
    fromApi,
    /** False for RETRY_AFTER after a failure. */
    shouldAsk: () => shouldAsk,
    retryNow,
    /** The answer is late and the last build is shown. The next call still asks the API, without waiting for it. */
    markSlow: () => $away.set(true),
    /** Asks the API, whether it was away or not, and the last build if it is; finds out for all other calls. */
    async probe<Answer>(
      { signal, isCurrent }: { signal: AbortSignal; isCurrent(): boolean },
      work: (source: ItemSource) => Promise<Answer>,
    ): Promise<Answer> {
      try {
        const answer = await fromApi(signal, work)
        if (isCurrent()) mark(true)
        return answer
      } catch (problem) {
        // A host without this call has only the static pages.
        const isUnavailable = isAway(problem) || isUnsupported(problem)
        if (isCurrent()) mark(!isUnavailable)
        if (!isUnavailable) throw problem
        return work(await built())
      }
    },
    /** Asks the API, or the last build while the API is away. Rejects with what the API refuses, or when neither answers. */
    async ask<Answer>(signal: AbortSignal, work: (source: ItemSource) => Promise<Answer>): Promise<Answer> {
      if (!$away.get())
        try {
          return await fromApi(signal, work)
        } catch (problem) {
          if (!isAway(problem)) throw problem
        }
      return work(await built())
    },
    stop: retryNow,
  }
}
export type Sources = ReturnType<typeof createSources>
