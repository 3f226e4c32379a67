import { once } from 'node:events'
import type { EngineLock } from '../database/archive-database.ts'
import { startJob, type Job } from './background-job.ts'

interface Options {
  /** Waits until this process holds the lock of those that lead, at most until the signal. */
  lock: (until: AbortSignal) => Promise<EngineLock | undefined>
  /** Starts the jobs of the one that leads. They are stopped when the lock is lost. */
  lead: () => Job[]
  log?: (sentence: string, error?: unknown) => void
}

/** A process that leads while it holds a lock. */
export interface Leadership extends Job {
  leads(): boolean
}

/** Milliseconds until a lock that was lost, or could not be asked for, is tried again. */
const RETRY = 1000

/** Does what only one of several processes must do, while no other does it; another takes over when it ends. */
export function startLeadership({ lock, lead, log }: Options): Leadership {
  let leading = false

  async function term(signal: AbortSignal): Promise<void> {
    const held = await lock(signal)
    if (!held) return
    try {
      const end = held.lost ? AbortSignal.any([signal, held.lost]) : signal
      if (end.aborted) return
      const jobs = lead()
      leading = true
      await once(end, 'abort')
      leading = false
      if (!signal.aborted) log?.('This process does not lead any more: its connection to the database was lost.')
      await Promise.allSettled(jobs.map((job) => job.stop()))
    } finally {
      await held.release()
    }
  }

  const job = startJob(term, {
    every: RETRY,
    onError: (error) => log?.('This process cannot ask whether it leads; it tries again every second.', error),
  })
  return { stop: job.stop, leads: () => leading }
}
