import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  release(): void
}

// Keeps a reference to each connection: the garbage collector would close it, and so release the lock.
const held = new Set<DatabaseSync>()

/**
 * A lock between processes: SQLite's file lock, which the operating system releases however the process ends. `shared` locks exclude `exclusive` ones.
 * Undefined if it is not available within `timeout` milliseconds (blocks the thread meanwhile).
 */
export function lockFile(path: string, kind: 'shared' | 'exclusive', timeout = 0): Lock | undefined {
  const sqlite = new DatabaseSync(path, { timeout })
  try {
    sqlite.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin')
    // A transaction that has read holds the shared lock until it ends.
    if (kind === 'shared') sqlite.prepare('select count(*) from sqlite_schema').get()
    held.add(sqlite)
    return {
      release() {
        held.delete(sqlite)
        if (sqlite.isOpen) sqlite.close()
      },
    }
  } catch (error) {
    sqlite.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** PostgreSQL's lock_not_available. */
const LOCKED = '55P03'

/** True for SQLITE_BUSY and its extended codes, and for PostgreSQL's: another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0, code } = error as { errcode?: number; code?: unknown }
  return errcode % 256 === 5 || code === LOCKED
}
