import { HEALTH } from '#contract/messages.ts'
import { RECORD_PAGE } from '#rules/addresses/record-address.ts'
import { COPY, type BuildProgress } from '#contract/archive-state.ts'
import type { Db, Row, Trx } from '../database/tables.ts'
import type { ArchiveDatabase } from '../database/open.ts'

/** Maximum length of a build's reasons together; the audit trail has the details. */
const MAX_LENGTH = 300
const SEPARATOR = '; '
const MORE = 'and more'

/** Joins two reasons into one line without duplicates; what does not fit becomes "and more". */
export function joinReasons(before: string, added: string): string {
  const reasons = before.split(SEPARATOR)
  if (reasons.includes(added) || reasons.at(-1) === MORE) return before
  const room = MAX_LENGTH - SEPARATOR.length - MORE.length
  return before.length + SEPARATOR.length + added.length <= room
    ? before + SEPARATOR + added
    : before + SEPARATOR + MORE
}

const shorten = (reason: string) => {
  const line = reason.replace(/\s+/g, ' ').replaceAll(SEPARATOR, ', ').trim()
  const cut = MAX_LENGTH / 2
  return line.length <= cut ? line : `${line.slice(0, cut - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/**
 * Requests a rebuild of the site in the caller's transaction. A waiting build absorbs the request, so that many publications make one build;
 * rebuilds.ts decides when it starts.
 * @param reason a short line for staff, such as `Published “The mill in winter”`.
 * @param atOnce somebody is waiting: start without a delay.
 */
export async function requestRebuild(
  trx: Trx,
  reason: string,
  { atOnce = false, now = new Date() }: { atOnce?: boolean; now?: Date } = {},
): Promise<Row<'build'>> {
  const at = now.toISOString()
  const waiting = await trx
    .selectFrom('build')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('rollback', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (!waiting) {
    return await trx
      .insertInto('build')
      .values({
        state: 'waiting',
        reason: shorten(reason),
        requested_at: at,
        asked_again_at: at,
        at_once: Number(atOnce),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return await trx
    .updateTable('build')
    .set({
      reason: joinReasons(waiting.reason, shorten(reason)),
      asked_again_at: at,
      at_once: Math.max(waiting.at_once, Number(atOnce)),
    })
    .where('id', '=', waiting.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Requests a rollback of the site to an earlier state, or a copy of the archive (COPY). Requests that wait are built before it, later ones after it. */
export async function requestRollback(trx: Trx, state: string, now = new Date()): Promise<Row<'build'>> {
  const at = now.toISOString()
  const reason = state === COPY ? 'A copy of the archive' : `Rollback to state ${state}`
  return await trx
    .insertInto('build')
    .values({ state: 'waiting', reason, requested_at: at, asked_again_at: at, at_once: 1, rollback: state })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How many builds to list. */
const LATEST = 20

/** The latest builds and waiting requests, newest first. */
export const latestBuilds = (db: Db) => db.selectFrom('build').selectAll().orderBy('id', 'desc').limit(LATEST).execute()

/** So many in a row are a problem: one may fail because the machine is busy, and the next publishing builds again. */
export const PROBLEM = 2
const LISTED = 20
/** The message of a build that ended with its server. It is made again. */
export const INTERRUPTED = 'Interrupted: the server was stopped during the build. The previous site is still up.'

/** How many builds have failed since the last good one, and what somebody should read about it if it is a problem. Rollbacks do not count: they can be refused. */
export async function failedInARow(db: Db): Promise<{ count: number; problem: string | undefined }> {
  const rows = await db
    .selectFrom('build')
    .select(['state', 'message'])
    .where('state', 'in', ['done', 'failed'])
    .where('rollback', 'is', null)
    .where('message', '!=', INTERRUPTED)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  const good = rows.findIndex(({ state }) => state === 'done')
  const failed = good < 0 ? rows : rows.slice(0, good)
  const page = RECORD_PAGE.exec(failed[0]?.message ?? '')?.[0]
  return { count: failed.length, problem: failed.length < PROBLEM ? undefined : HEALTH.buildsFail(failed.length, page) }
}

type Step = Omit<BuildProgress, 'build'>

/** Milliseconds between two notes of the same step. */
const EVERY = 1000

/** Notes what a build does for the state page, which any process may show. Not while the database is busy: nobody depends on it. */
export function noteProgress(db: ArchiveDatabase, build: number): (progress: Step) => void {
  let last: { step: string; at: number } | undefined
  return (progress) => {
    const at = performance.now()
    if (last?.step === progress.step && at - last.at < EVERY) return
    last = { step: progress.step, at }
    const update = db.updateTable('build').set({ progress: JSON.stringify(progress) })
    update
      .where('id', '=', build)
      .where('state', '=', 'running')
      .execute()
      .catch(() => {})
  }
}

/** What the running build does; null if there is none, or it has not said anything yet. */
export async function readProgress(db: Db): Promise<BuildProgress | null> {
  const row = await db
    .selectFrom('build')
    .select(['id', 'progress'])
    .where('state', '=', 'running')
    .orderBy('id')
    .executeTakeFirst()
  return row?.progress ? { build: row.id, ...(JSON.parse(row.progress) as Step) } : null
}
