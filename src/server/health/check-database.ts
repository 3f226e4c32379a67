import { Worker } from 'node:worker_threads'
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
export function startDatabaseCheck({ file, healthState, log }: CheckJobParts, { first = FIRST, every = DAY } = {}) {
  const end = new AbortController()
  let running = Promise.resolve()
  let timer = setTimeout(runCheck, first).unref()
  function runCheck() {
    timer = setTimeout(runCheck, every).unref()
    running = checkDatabase(file, end.signal)
      .then((damage) => {
        if (end.signal.aborted) return
        healthState.reportDatabaseCheck(damage)
        if (damage !== undefined) log?.(`The database is damaged: ${damage}. Restore a backup.`, new Error(damage))
      })
      .catch((error: unknown) => log?.('The database check failed.', error))
  }
  return {
    async stop() {
      clearTimeout(timer)
      end.abort()
      await running
    },
  }
}
