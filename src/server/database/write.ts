import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { API } from '#contract/messages.ts'
import { Refusal } from '../http/errors.ts'
import { isBusy } from './busy.ts'
import type { ArchiveDatabase } from './open.ts'
import type { Tables } from './tables.ts'

/** Milliseconds that a write waits for another program's transaction (an import) before the caller is asked to come back. */
const PATIENCE = 12_000
/** Seconds, for Retry-After. */
const COME_BACK = 30

/**
 * Does everything in one transaction, or nothing of it. While another program writes, it waits without holding up the calls that read.
 * @throws {Refusal} 503 with Retry-After when the other does not come to an end; else what `work` throws.
 */
export async function inTransaction<T>(
  db: ArchiveDatabase,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const giveUp = Date.now() + PATIENCE
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() + wait > giveUp) throw new Refusal(503, API.busy, { 'retry-after': String(COME_BACK) })
      await pause(wait)
    }
  }
}
