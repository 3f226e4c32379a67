import { setTimeout as pause } from 'node:timers/promises'
import { API } from '#contract/messages.ts'
import { DomainError } from '../errors/domain-error.ts'
import { isBusy } from '#locks/lock-file.ts'
import type { ArchiveDatabase } from './open.ts'
import type { Db, Trx } from './tables.ts'
import { isPostgres } from './dialects/is-postgres.ts'
import { refreshPrivacy } from './person-privacy.ts'

/** Milliseconds that a write waits for another transaction, of another program (an import) or of this one (its undo); shorter where an answer does not need it. */
const MAX_WAIT = 12_000
const SHORT_WAIT = 500
/** Retry-After, in seconds. */
const RETRY_AFTER = 30

const busy = () => new DomainError('unavailable', API.busy, { retryAfter: RETRY_AFTER })

/**
 * Runs `work` in a transaction. While another one writes it retries with backoff, without blocking reads.
 * @throws {DomainError} unavailable, if the database stays busy; else what `work` throws.
 */
export async function inTransaction<T>(
  db: ArchiveDatabase,
  work: (trx: Trx) => Promise<T>,
  longest = MAX_WAIT,
): Promise<T> {
  const deadline = performance.now() + longest
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await beginBefore(deadline, db, work)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() + wait > deadline) throw busy()
      await pause(wait)
    }
  }
}

/** SQLite has one connection for the writes of a process, which Kysely hands over as soon as it is free. */
async function beginBefore<T>(deadline: number, db: ArchiveDatabase, work: (trx: Trx) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(busy()), Math.max(0, deadline - performance.now()))
  let isLate = false
  late.promise.catch(() => (isLate = true))
  const written = db.transaction().execute(async (trx) => {
    if (isLate) throw busy()
    clearTimeout(timer)
    const done = await work(trx)
    await refreshPrivacy(trx)
    return done
  })
  return await Promise.race([written, late.promise]).finally(() => clearTimeout(timer))
}

/** The same for what may be left out: undefined if the database is busy. */
export const unlessBusy = <T>(db: ArchiveDatabase, work: (trx: Trx) => Promise<T>): Promise<T | undefined> =>
  inTransaction(db, work, SHORT_WAIT).catch((error: unknown) => {
    if (error instanceof DomainError && error.kind === 'unavailable') return undefined
    throw error
  })

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
