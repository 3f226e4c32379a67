import { atom } from 'nanostores'
import { ApiError, ContractError, UnreachableError } from '#client/errors.ts'
import type { Later } from '../shared/parts.ts'

/** Milliseconds after an API was found away before a filter change asks it again. */
export const ASK_AGAIN = 5_000
/** Seconds to wait after 429 where the answer does not say. */
const WAIT = 5

/**
 * True for a problem that says that the API cannot be reached: no answer, a server that is broken, something else in its place (the start page
 * of a café's network, a host that has the pages only). What it refuses is another thing.
 */
export const saysAway = (problem: unknown): boolean =>
  problem instanceof UnreachableError ||
  problem instanceof ContractError ||
  (problem instanceof ApiError && problem.status >= 500)

/** True for a call that the server does not have. */
export const saysNoSuchCall = (problem: unknown): boolean =>
  problem instanceof ApiError && [404, 405, 501].includes(problem.status)

/** Asks again after as long as a server that is asked too often says (429). Throws what the last try threw. */
export async function asTold<Answer>(later: Later, signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (problem) {
      if (signal.aborted || !(problem instanceof ApiError) || problem.status !== 429) throw problem
      await passed(later, Math.max(1, problem.retryAfter ?? WAIT) * 1_000, signal)
      if (signal.aborted) throw problem
    }
  }
}

/** Resolves after so many milliseconds, or when nobody wants it any more. */
function passed(later: Later, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = later(milliseconds, resolve)
    const end = () => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })
}

/** Whether the API can be reached. The list of items finds it out, everything else goes by it. */
export function createReach(later: Later) {
  const $away = atom(false)
  let mayAsk = true
  let cancel = () => {}

  function askAgain() {
    cancel()
    mayAsk = true
  }
  return {
    $away,
    /** False for a while after it did not answer. */
    mayAsk: () => mayAsk,
    askAgain,
    /** It did not answer yet, and the last build is shown; whoever asks next does not wait for it, but asks. */
    slow: () => $away.set(true),
    lost() {
      $away.set(true)
      cancel()
      mayAsk = false
      cancel = later(ASK_AGAIN, () => (mayAsk = true))
    },
    found() {
      askAgain()
      $away.set(false)
    },
    /** Through the API, or by the last build while it is away. Rejects with what the API refuses, or when neither can be read. */
    async either<Answer>(
      signal: AbortSignal,
      api: () => Promise<Answer>,
      built: () => Promise<Answer>,
    ): Promise<Answer> {
      if ($away.get()) return built()
      try {
        return await asTold(later, signal, api)
      } catch (problem) {
        if (saysAway(problem)) return built()
        throw problem
      }
    },
    stop: askAgain,
  }
}
export type Reach = ReturnType<typeof createReach>
