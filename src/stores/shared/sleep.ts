import type { Schedule } from './deps.ts'

/** Resolves after the wait, or at once when the signal aborts. */
export const sleep = (schedule: Schedule, milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const cancel = schedule(milliseconds, resolve)
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
