import { startJob, type Job } from '../jobs/background-job.ts'
import { createRebuilds, type RebuildOptions } from './rebuilds.ts'

/** Milliseconds between checks: somebody who publishes waits for them. */
const INTERVAL = 250

/** Rebuilds the site of a running server, and retries builds of a killed process. */
export function startRebuildJob(parts: RebuildOptions): Job {
  const rebuilds = createRebuilds(parts)
  let recovered = false
  const job = startJob(
    async () => {
      if (!recovered) {
        await parts.takeOver?.()
        await rebuilds.recover()
        recovered = true
      }
      await rebuilds.poll()
    },
    { every: INTERVAL, onError: (problem) => parts.log?.('Checking for rebuilds failed.', problem) },
  )
  return {
    async stop() {
      await job.stop()
      await rebuilds.stop()
    },
  }
}
