import { setTimeout as sleep } from 'node:timers/promises'

/** A background job of the server. */
export interface Job {
  /** Aborts the run that is under way and resolves when it has ended. */
  stop(): Promise<void>
}

interface Times {
  /** Milliseconds from the end of a run to the next one. */
  every: number
  /** Milliseconds to the first run. */
  first?: number
  onError: (error: unknown) => void
}

/** Runs `work` again and again, at once where it answers true. Runs never overlap. */
export function startJob(work: (signal: AbortSignal) => Promise<unknown>, { every, first = 0, onError }: Times): Job {
  const ending = new AbortController()
  const { signal } = ending
  const rest = (time: number) => sleep(time, undefined, { signal, ref: false }).catch(() => {})
  const run = async () => {
    if (first > 0) await rest(first)
    while (!signal.aborted) if ((await work(signal).catch(onError)) !== true) await rest(every)
  }
  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}
