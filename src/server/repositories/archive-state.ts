import type { ArchiveDatabase } from '../database/open.ts'

/** The version of the archive's content. */
export interface ArchiveState {
  /** Random, different for every archive. */
  archive: string
  /** Grows with every committed change. */
  counter: number
}

/** The change counter, whichever process made the change: one row from a prepared statement (microseconds). */
export function createArchiveState(reader: ArchiveDatabase) {
  const statement = reader.sqlite.prepare('select archive, counter from archive_state where id = 1')
  return {
    read(): ArchiveState {
      const row: unknown = statement.get()
      return row as ArchiveState
    },
    /** @throws if the archive cannot be read (for the health call). */
    check: () => void reader.sqlite.prepare('select id from item limit 1').get(),
  }
}
