import { hash } from 'node:crypto'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { NEVER, retryDelay } from '../mail/retry-delay.ts'
import { deliver, isConfigured, type HookSettings } from './deliver.ts'

/** Milliseconds. */
const POLL_INTERVAL = 500
const GIVE_UP_AFTER = 24 * 60 * 60_000

interface HookJobParts {
  db: ArchiveDatabase
  settings: HookSettings
  log?: (sentence: string, error?: unknown) => void
  now?: () => number
  random?: () => number
  timeLimit?: number
}

/** Makes the calls that are due; failed ones are repeated with backoff for a day, then kept for the state page. */
export async function deliverDueHooks(parts: HookJobParts, signal?: AbortSignal): Promise<void> {
  const { db, settings, now = Date.now } = parts
  const due = await db
    .selectFrom('hook')
    .selectAll()
    // One that was never tried is due, also after the clock was set back.
    .where(({ eb, or, ref }) =>
      or([eb('next_attempt_at', '<=', new Date(now()).toISOString()), eb('next_attempt_at', '=', ref('queued_at'))]),
    )
    .execute()
  // Side by side: a receiver that hangs must not keep the other from its call.
  await Promise.all(
    due.map(async (row) => {
      // It was configured when this was queued.
      if (!isConfigured(settings, row.name)) {
        await forget(db, row)
        return
      }
      try {
        await deliver({ settings, ...call(row), signal, ...(parts.timeLimit && { timeLimit: parts.timeLimit }) })
        await forget(db, row)
      } catch (error) {
        if (!signal?.aborted) await scheduleRetry(parts, row, error as Error)
      }
    }),
  )
}

const call = ({ name, body, queued_at }: Row<'hook'>) => ({
  name,
  body,
  id: hash('sha256', `${name} ${queued_at}`, 'hex').slice(0, 32),
})

/** Unless more was added to it meanwhile. */
const forget = (db: ArchiveDatabase, { name, queued_at }: Row<'hook'>) =>
  inTransaction(db, (trx) =>
    trx.deleteFrom('hook').where('name', '=', name).where('queued_at', '=', queued_at).execute(),
  )

async function scheduleRetry(
  { db, now = Date.now, random = Math.random, log }: HookJobParts,
  { name, queued_at, attempts }: Row<'hook'>,
  error: Error,
): Promise<void> {
  const next = now() + retryDelay('later', attempts + 1, random)
  const gaveUp = next > Date.parse(queued_at) + GIVE_UP_AFTER
  const last_error = error.message.slice(0, 300)
  log?.(
    gaveUp ? 'A call to another machine failed for a day and was given up.' : 'A call to another machine failed.',
    error,
  )
  const retry = { attempts: attempts + 1, last_error, next_attempt_at: gaveUp ? NEVER : new Date(next).toISOString() }
  await inTransaction(db, (trx) =>
    trx.updateTable('hook').set(retry).where('name', '=', name).where('queued_at', '=', queued_at).execute(),
  )
}

export const startHookJob = (parts: HookJobParts): Job =>
  startJob((signal) => deliverDueHooks(parts, signal), {
    every: POLL_INTERVAL,
    onError: (error) => parts.log?.('Calls to other machines failed.', error),
  })
