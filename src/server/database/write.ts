import { setTimeout as pause } from 'node:timers/promises'
import { API } from '#contract/messages.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isBusy } from '#locks/lock-file.ts'
import type { ArchiveDatabase } from './open.ts'
import type { Db, Trx } from './tables.ts'
import { isPostgres } from './dialects/is-postgres.ts'

/** How long a write waits for another program's transaction (an import), in milliseconds. */
const MAX_WAIT = 12_000
/** Retry-After, in seconds. */
const RETRY_AFTER = 30

/**
 * Runs `work` in a transaction. While another program writes it retries with backoff, without blocking reads.
 * @throws {DomainError} unavailable, if the database stays busy; else what `work` throws.
 */
export async function inTransaction<T>(db: ArchiveDatabase, work: (trx: Trx) => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_WAIT
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() + wait > deadline)
        throw new DomainError('unavailable', API.busy, { retryAfter: RETRY_AFTER })
      await pause(wait)
    }
  }
}

/**
 * Runs one statement on a queue. On PostgreSQL it locks the rows that it touches and nothing else, so that it does not wait for other writers; SQLite
 * has one writer at a time.
 */
export const onQueue = <T>(db: ArchiveDatabase, work: (db: Db) => Promise<T>): Promise<T> =>
  db.isPostgres ? work(db) : inTransaction(db, work)

interface Lockable<Q> {
  forUpdate(): Q & { skipLocked(): Q }
}

/** The next row of a queue, without those that another process claims at this moment. SQLite has one writer at a time, and no such words. */
export const skipLocked = <Q extends Lockable<Q>>(db: Db, next: Q): Q =>
  isPostgres(db) ? next.forUpdate().skipLocked() : next
