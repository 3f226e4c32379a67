import type { Later } from './parts.ts'

/** Milliseconds that a visitor waits for the API before the last build is shown in its place. */
export const PATIENCE = 3_000

/** Does `instead` when an answer takes longer than PATIENCE; the answer still counts when it comes. */
export async function orMeanwhile<Answer>(later: Later, answer: Promise<Answer>, instead: () => void): Promise<Answer> {
  const cancel = later(PATIENCE, instead)
  try {
    return await answer
  } finally {
    cancel()
  }
}

/** One thing that waits a moment; said again before that, it waits anew. */
export function createPause(later: Later) {
  let waiting: { work: () => void; cancel: () => void } | undefined
  const cancel = () => {
    waiting?.cancel()
    waiting = undefined
  }
  return {
    after(milliseconds: number, work: () => void) {
      cancel()
      const entry = {
        work,
        cancel: later(milliseconds, () => {
          if (waiting === entry) waiting = undefined
          work()
        }),
      }
      waiting = entry
    },
    cancel,
    /** Does at once what waits. */
    now() {
      const work = waiting?.work
      cancel()
      work?.()
    },
  }
}
