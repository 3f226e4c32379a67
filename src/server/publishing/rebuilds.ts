import { setTimeout as pause } from 'node:timers/promises'
import type { BuildChanges, BuildProgress } from '#contract/archive-state.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Row, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { failedInARow, INTERRUPTED, PROBLEM, requestRebuild, requestRollback, noteProgress } from '../jobs/builds.ts'
import { callPurge, callWebhook, type BuildHooks } from '../hooks/queue-hook.ts'
import { NEW_DAY, NIGHTLY, timeOfDay, startJob, type Job } from '../jobs/background-job.ts'
import { queueMail } from '../mail/queue-mail.ts'

export interface BuildOrder {
  /** From nothing; else what has changed. */
  full: boolean
  /** The state of the site to roll back to, or COPY, instead of building. */
  rollback: string | null
  /** Aborted when another build waits: what visitors do not wait for is left to that one. */
  preempt?: AbortSignal
  onProgress?: (progress: Omit<BuildProgress, 'build'>) => void
}
export interface BuildResult {
  /** For a terminal. */
  message: string
  changes: BuildChanges | null
  /** Addresses that changed, for caches. */
  addresses: readonly string[]
}
/** Builds the site; rejects with the reason, also when aborted. The previous site stays up. */
export type BuildSite = (signal: AbortSignal, order: BuildOrder) => Promise<BuildResult>

export interface RebuildOptions {
  db: ArchiveDatabase
  build: BuildSite
  /** Seconds without another request before a build starts, at most 60 after the first. */
  delay: number
  /** Why the site is out of date, undefined if it is not. Called once a night. */
  outdated?: () => Promise<string | undefined>
  /** Local time of the nightly build, `HH:MM`; undefined for none. */
  nightlyAt?: string | undefined
  /** Waits until the process that built before has ended, and completes what it left half-done. */
  takeOver?: () => Promise<void>
  /** What is called after a publishing, and after a build. */
  hooks?: BuildHooks
  log?: (sentence: string, problem?: unknown) => void
  now?: () => Date
}

/** A build starts at the latest this many seconds after the first request. */
const MAX_DELAY = 60
/** Milliseconds until the result of a build is saved again. */
const RETRY = 250
/** Characters of a build's output to keep, from its end. */
const MAX_MESSAGE = 2000
/** Milliseconds within which another process takes over. */
const TAKE_OVER = 30_000
/** A build that was interrupted this many times in a row is not retried. */
const ATTEMPTS = 3

/** True if a waiting build should start. A clock that was set back does not delay it. */
export function isDue(
  row: Pick<Row<'build'>, 'requested_at' | 'asked_again_at' | 'at_once'>,
  now: Date,
  delay: number,
): boolean {
  const seconds = (moment: string) => (now.getTime() - Date.parse(moment)) / 1000
  const [first, last] = [seconds(row.requested_at), seconds(row.asked_again_at)]
  return row.at_once === 1 || last >= delay || first >= Math.max(MAX_DELAY, delay) || last < 0
}

/** Tells administrators when builds begin to fail, once. */
async function writeOfFailures(trx: Trx): Promise<void> {
  const { count, problem } = await failedInARow(trx)
  if (count !== PROBLEM) return
  const administrators = trx.selectFrom('account').select(['email', 'name']).where('role', '=', 'administrator')
  const active = administrators.where('disabled_at', 'is', null).where('activated_at', 'is not', null)
  for (const { email, name } of await active.execute())
    await queueMail(trx, { kind: 'failing', to: email, name, problem: problem!, path: STAFF_ADDRESS.state })
}

/**
 * Runs requested builds, one at a time; a request during a build starts another. Call `poll` regularly: it starts what is due and
 * returns at once. `idle` resolves when nothing is running.
 */
export function createRebuilds(parts: RebuildOptions) {
  const { db, build, delay, outdated, nightlyAt, hooks, log = () => {}, now = () => new Date() } = parts
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let preempt = new AbortController()
  // Between two processes that lead nobody looks at the clock for a moment.
  let lastPoll = new Date(now().getTime() - TAKE_OVER)

  /** Records an interrupted build and requests it again. */
  const interrupted = (id: number) =>
    inTransaction(db, async (trx) => {
      const row = await trx
        .updateTable('build')
        .set({ state: 'failed', finished_at: now().toISOString(), message: INTERRUPTED })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const latest = await trx.selectFrom('build').select('message').orderBy('id', 'desc').limit(ATTEMPTS).execute()
      if (latest.length === ATTEMPTS && latest.every(({ message }) => message === INTERRUPTED)) return
      if (row.rollback === null) await requestRebuild(trx, row.reason, { now: now() })
      else await requestRollback(trx, row.rollback, now())
    })

  async function recover(): Promise<void> {
    const left = await db.selectFrom('build').select('id').where('state', '=', 'running').orderBy('id').execute()
    for (const { id } of left) await interrupted(id)
  }

  async function run(row: Row<'build'>): Promise<void> {
    const order: BuildOrder = {
      full: row.reason.includes(NIGHTLY),
      rollback: row.rollback,
      preempt: preempt.signal,
      onProgress: noteProgress(db, row.id),
    }
    const ended = await build(stopping.signal, order).then(
      (result) => ({ state: 'done' as const, ...result }),
      (problem: unknown) => ({
        state: 'failed' as const,
        message: problem instanceof Error ? problem.message : String(problem),
        changes: null,
        addresses: [],
      }),
    )
    if (stopping.signal.aborted && ended.state === 'failed') return interrupted(row.id)
    if (ended.state === 'failed') log(`The site could not be rebuilt (build ${row.id}).`, ended.message)
    const message = ended.message.trim().slice(-MAX_MESSAGE).toWellFormed()
    const changes = ended.changes && JSON.stringify(ended.changes)
    const end = { state: ended.state, message, changes, finished_at: now().toISOString() }
    // Retried during long writes (an import), so that the build does not seem to run forever.
    for (;;) {
      try {
        await inTransaction(db, async (trx) => {
          await trx.updateTable('build').set(end).where('id', '=', row.id).execute()
          if (end.state === 'failed') await writeOfFailures(trx)
          if (hooks) await callPurge(trx, hooks, ended.addresses, now())
        })
        return
      } catch (problem) {
        if (stopping.signal.aborted) throw problem
        log('The result of a build could not be saved yet.', problem)
        await pause(RETRY)
      }
    }
  }

  async function claimDue(): Promise<Row<'build'> | undefined> {
    const waiting = await db
      .selectFrom('build')
      .selectAll()
      .where('state', '=', 'waiting')
      .orderBy('id')
      .executeTakeFirst()
    if (!waiting || !isDue(waiting, now(), delay)) return undefined
    return await inTransaction(db, async (trx) => {
      const row = await trx
        .updateTable('build')
        .set({ state: 'running', started_at: now().toISOString() })
        .where('id', '=', waiting.id)
        .where('state', '=', 'waiting')
        .returningAll()
        .executeTakeFirst()
      if (row && hooks) await callWebhook(trx, hooks, row, now())
      return row
    })
  }

  /** Once when the clock passes the time, also if the machine slept through it. */
  async function requestNightly(): Promise<void> {
    if (nightlyAt === undefined) return
    const [before, moment] = [lastPoll, now()]
    const at = timeOfDay(moment, nightlyAt)
    const reason = at <= moment && at > before ? await outdated?.() : undefined
    if (reason !== undefined) {
      const said = reason === NEW_DAY ? reason : `${NIGHTLY}: ${reason}`
      await inTransaction(db, (trx) => requestRebuild(trx, said, { atOnce: true, now: moment }))
    }
    lastPoll = moment
  }

  async function preemptRunning(): Promise<void> {
    if (preempt.signal.aborted) return
    const waiting = await db.selectFrom('build').select('id').where('state', '=', 'waiting').executeTakeFirst()
    if (waiting) preempt.abort()
  }

  async function poll(): Promise<void> {
    if (stopping.signal.aborted) return
    if (running) return await preemptRunning()
    await requestNightly()
    const row = await claimDue()
    if (!row) return
    preempt = new AbortController()
    running = run(row)
      .catch((problem: unknown) => log('The result of a build could not be saved: it will be retried.', problem))
      .finally(() => (running = undefined))
  }

  return {
    recover,
    poll,
    idle: async () => running,
    /** Aborts the running build; it is requested again. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

/** Milliseconds between checks: somebody who publishes waits for them. */
const INTERVAL = 250

/** Rebuilds the site of a running server, and retries builds of a killed process. */
export function startRebuildJob(parts: RebuildOptions): Job {
  const rebuilds = createRebuilds(parts)
  let recovered = false
  return startJob(
    async () => {
      if (!recovered) {
        await parts.takeOver?.()
        await rebuilds.recover()
        recovered = true
      }
      await rebuilds.poll()
    },
    {
      every: INTERVAL,
      onError: (problem) => parts.log?.('Checking for rebuilds failed.', problem),
      end: rebuilds.stop,
    },
  )
}
