import { setTimeout as pause } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { BuildTable } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { requestRebuild } from './request-rebuild.ts'

/** Builds the site and tells how it went; rejects with the reason when it cannot, also when it is told to stop. The site before it stays up. */
export type BuildSite = (signal: AbortSignal) => Promise<string>

export interface RebuildParts {
  db: ArchiveDatabase
  build: BuildSite
  /** Seconds that must pass without another request; 60 after the first it begins all the same. */
  delay: number
  /** Why the site is not what the archive is now; undefined when it is. Asked once a night. */
  outdated?: () => Promise<string | undefined>
  /** Local time of the nightly build, `HH:MM`; undefined for none. */
  nightlyAt?: string | undefined
  log?: (sentence: string, problem?: unknown) => void
  now?: () => Date
}

/** Seconds after the first request when a build begins though requests go on coming. */
const LONGEST_WAIT = 60
/** Milliseconds between two looks. */
const INTERVAL = 1000
/** Characters of what a build said that are kept: the end of it, where the reason stands. */
const LONGEST_MESSAGE = 2000
const INTERRUPTED = 'Interrupted: the server was stopped while it built. The site before it is still up.'
/** A build that was interrupted so many times in a row is not begun again by itself. */
const ATTEMPTS = 3

/** `HH:MM` of the local day that a moment belongs to. */
function timeOfDay(moment: Date, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number)
  const at = new Date(moment)
  at.setHours(hours!, minutes, 0, 0)
  return at
}

/** True when a waiting build may begin. A clock that was set back makes nobody wait longer. */
export function isDue(
  row: Pick<Selectable<BuildTable>, 'requested_at' | 'asked_again_at' | 'at_once'>,
  now: Date,
  delay: number,
): boolean {
  const seconds = (moment: string) => (now.getTime() - Date.parse(moment)) / 1000
  const [first, last] = [seconds(row.requested_at), seconds(row.asked_again_at)]
  return row.at_once === 1 || last >= delay || first >= Math.max(LONGEST_WAIT, delay) || last < 0
}

/**
 * Builds what was asked for, one build at a time. A request that comes while one is under way makes another after it.
 * `look` is called again and again; it begins what is due and comes back at once, `idle` settles when nothing is under way any more.
 */
export function createRebuilds(parts: RebuildParts) {
  const { db, build, delay, outdated, nightlyAt, log = () => {}, now = () => new Date() } = parts
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let lastLook = now()

  /** Notes that a build did not come to its end, and asks for it again. */
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
      await requestRebuild(trx, row.reason, { now: now() })
    })

  async function recover(): Promise<void> {
    const left = await db.selectFrom('build').select('id').where('state', '=', 'running').orderBy('id').execute()
    for (const { id } of left) await interrupted(id)
  }

  async function run(row: Selectable<BuildTable>): Promise<void> {
    const ended = await build(stopping.signal).then(
      (message) => ({ state: 'done' as const, message }),
      (problem: unknown) => ({
        state: 'failed' as const,
        message: problem instanceof Error ? problem.message : String(problem),
      }),
    )
    if (stopping.signal.aborted && ended.state === 'failed') return interrupted(row.id)
    if (ended.state === 'failed') log(`The site was not rebuilt (build ${row.id}).`, ended.message)
    const message = ended.message.trim().slice(-LONGEST_MESSAGE).toWellFormed()
    const end = { ...ended, message, finished_at: now().toISOString() }
    // Another program's long write (an import) must not leave a build that seems to go on for ever.
    for (;;) {
      try {
        await inTransaction(db, (trx) => trx.updateTable('build').set(end).where('id', '=', row.id).execute())
        return
      } catch (problem) {
        if (stopping.signal.aborted) throw problem
        log('How a build ended could not be written down yet.', problem)
        await pause(INTERVAL)
      }
    }
  }

  /** Takes the waiting build when it is due. */
  async function takeDue(): Promise<Selectable<BuildTable> | undefined> {
    const waiting = await db
      .selectFrom('build')
      .selectAll()
      .where('state', '=', 'waiting')
      .orderBy('id')
      .executeTakeFirst()
    if (!waiting || !isDue(waiting, now(), delay)) return undefined
    return await inTransaction(db, (trx) =>
      trx
        .updateTable('build')
        .set({ state: 'running', started_at: now().toISOString() })
        .where('id', '=', waiting.id)
        .where('state', '=', 'waiting')
        .returningAll()
        .executeTakeFirst(),
    )
  }

  /** Once when the clock passes the hour, also when the machine was asleep at that time. */
  async function askNightly(): Promise<void> {
    if (nightlyAt === undefined) return
    const [before, moment] = [lastLook, now()]
    const at = timeOfDay(moment, nightlyAt)
    const reason = at <= moment && at > before ? await outdated?.() : undefined
    if (reason !== undefined) {
      await inTransaction(db, (trx) => requestRebuild(trx, `Nightly build: ${reason}`, { atOnce: true, now: moment }))
    }
    lastLook = moment
  }

  async function look(): Promise<void> {
    if (running || stopping.signal.aborted) return
    await askNightly()
    const row = await takeDue()
    if (!row) return
    running = run(row)
      .catch((problem: unknown) => log('How a build ended could not be written down: it will be begun again.', problem))
      .finally(() => (running = undefined))
  }

  return {
    recover,
    look,
    idle: async () => running,
    /** Ends the build that is under way; it is asked for again. */
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}

/** Rebuilds the site of a running server. A build that a killed process left is begun again. */
export function startRebuildJob(parts: RebuildParts): { stop(): Promise<void> } {
  const rebuilds = createRebuilds(parts)
  const log = parts.log ?? (() => {})
  const quietly = (work: Promise<void>) =>
    work.catch((problem: unknown) => log('The rebuilds could not be looked after.', problem))
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let looking = quietly(rebuilds.recover())
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      looking = quietly(rebuilds.look())
      void looking.then(next)
    }, INTERVAL)
    timer.unref()
  }
  void looking.then(next)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
      await rebuilds.stop()
    },
  }
}
