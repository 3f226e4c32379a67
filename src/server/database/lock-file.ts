import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './busy.ts'

export interface Lock {
  release(): void
}

/**
 * A lock between processes: SQLite's own on a file beside the archive, which the system gives back however the process ends. Many may hold it
 * together (`shared`), or one alone. Undefined when it is not to be had within `patience` milliseconds (the process stands still meanwhile).
 */
export function lockFile(path: string, kind: 'shared' | 'alone', patience = 0): Lock | undefined {
  const sqlite = new DatabaseSync(path, { timeout: patience })
  try {
    sqlite.exec(kind === 'alone' ? 'begin exclusive' : 'begin')
    // A transaction that has read holds the shared lock until it ends.
    if (kind === 'shared') sqlite.prepare('select count(*) from sqlite_schema').get()
    return {
      release() {
        if (sqlite.isOpen) sqlite.close()
      },
    }
  } catch (error) {
    sqlite.close()
    if (isBusy(error)) return undefined
    throw error
  }
}
