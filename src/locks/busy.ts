/** PostgreSQL's lock_not_available. */
const LOCKED = '55P03'

/** True for SQLITE_BUSY and its extended codes, and for PostgreSQL's: another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0, code } = error as { errcode?: number; code?: unknown }
  return errcode % 256 === 5 || code === LOCKED
}
