import type { Db } from './tables.ts'
import { isPostgres } from './dialects/is-postgres.ts'

interface Lockable<Q> {
  forUpdate(): Q & { skipLocked(): Q }
}

/** The next row of a queue, without those that another process claims at this moment. SQLite has one writer at a time, and no such words. */
export const skipLocked = <Q extends Lockable<Q>>(db: Db, next: Q): Q =>
  isPostgres(db) ? next.forUpdate().skipLocked() : next
