import { Worker } from 'node:worker_threads'
import { startJob, type Job } from '../jobs/background-job.ts'
import type { HealthState } from './health-state.ts'

const SCRIPT = new URL('./check-worker.ts', import.meta.url)
/** Milliseconds. */
const DAY = 24 * 60 * 60_000
const FIRST = 5 * 60_000

/** The first damage found in a database file, undefined if there is none. Reads the whole file, in a worker thread. */
export function checkDatabase(file: string, signal?: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(SCRIPT, { workerData: file, execArgv: [] })
    const end = () => void worker.terminate()
    signal?.addEventListener('abort', end, { once: true })
    worker.once('message', (damage: string | undefined) => resolve(damage))
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', end)
      resolve(undefined)
    })
  })
}

interface CheckJobParts {
  file: string
  healthState: HealthState
  log?: (sentence: string, error?: unknown) => void
}

/** Checks the database a few minutes after the start and once a day. */
export const startDatabaseCheck = (
  { file, healthState, log }: CheckJobParts,
  { first = FIRST, every = DAY } = {},
): Job =>
  startJob(
    async (signal) => {
      const damage = await checkDatabase(file, signal)
      if (signal.aborted) return
      healthState.reportDatabaseCheck(damage)
      if (damage !== undefined) log?.(`The database is damaged: ${damage}. Restore a backup.`, new Error(damage))
    },
    { first, every, onError: (error) => log?.('The database check failed.', error) },
  )
