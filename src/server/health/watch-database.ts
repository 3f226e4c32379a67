import { HEALTH } from '#contract/messages.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { asUnreachable } from '../database/postgres/reachable.ts'
import { startJob, type Job } from '../jobs/background-job.ts'

/** Milliseconds. */
const EVERY = 2000

/** Says in the log when PostgreSQL goes away, why, and when it is back, and that the clocks differ: once each, however many calls fail meanwhile. */
export function startDatabaseWatch(
  reader: ArchiveDatabase,
  log: (sentence: string, error?: unknown) => void,
  { every = EVERY } = {},
): Job {
  const readClock = createClockCheck(reader)
  let awaySince: number | undefined
  let toldWhy: string | undefined
  let clockTold = false
  return startJob(
    async () => {
      const ahead = await readClock()
      if (awaySince !== undefined)
        log(`The database answers again after ${Math.ceil((performance.now() - awaySince) / 1000)} seconds.`)
      awaySince = toldWhy = undefined
      if (ahead !== undefined && !clockTold) log(HEALTH.clocks(ahead), new Error(HEALTH.clocks(ahead)))
      clockTold = ahead !== undefined
    },
    {
      every,
      onError: (error) => {
        awaySince ??= performance.now()
        const { message } = asUnreachable(reader.engine.place, error) as Error
        // Without what the database says, which changes while it starts.
        const why = message.replace(/ \(.*\)/s, '')
        if (why !== toldWhy) log(`${message} Calls that need it are refused (503) until it is back.`, error)
        toldWhy = why
      },
    },
  )
}

/** Seconds by which clocks may differ before somebody is told: tokens last ten minutes. */
const MOST = 60

/** How many seconds the clock of the database is ahead of this machine's, if that is too much; undefined otherwise, and on SQLite, which has the same. */
export function createClockCheck(reader: ArchiveDatabase): () => Promise<number | undefined> {
  if (!reader.isPostgres) return async () => undefined
  const statement = reader.prepareRead('select extract(epoch from clock_timestamp())')
  return async () => {
    const before = Date.now()
    const [row] = await statement.all([])
    const ahead = Number(row![0]) - (before + Date.now()) / 2000
    return Math.abs(ahead) > MOST ? Math.round(ahead) : undefined
  }
}
