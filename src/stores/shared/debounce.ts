import type { Schedule } from './deps.ts'

/** Milliseconds that a visitor waits for the API before the last build is shown instead. */
export const SLOW_ANSWER = 3_000

export const schedule: Schedule = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds)
  return () => clearTimeout(timer)
}

/** Reads the last build when the answer takes longer than SLOW_ANSWER, and shows it if it can be read. A late answer still counts. */
export async function withSlowFallback<Answer, Built>(
  schedule: Schedule,
  answer: Promise<Answer>,
  readBuilt: () => Promise<Built>,
  showBuilt?: (built: Built) => void,
): Promise<Answer> {
  const cancel = schedule(SLOW_ANSWER, () => void readBuilt().then(showBuilt, () => {}))
  try {
    return await answer
  } finally {
    cancel()
  }
}

/** A debounced call: a new one cancels the one before and restarts the wait. */
export function createDebounce(schedule: Schedule) {
  let pending: { work: () => void; cancel: () => void } | undefined
  const cancel = () => {
    pending?.cancel()
    pending = undefined
  }
  /** Runs the pending call now. */
  const flush = () => {
    const work = pending?.work
    cancel()
    work?.()
  }
  return {
    after(milliseconds: number, work: () => void) {
      cancel()
      pending = { work, cancel: schedule(milliseconds, flush) }
    },
    cancel,
    flush,
  }
}
