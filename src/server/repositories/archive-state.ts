import type { ArchiveDatabase } from '../database/open.ts'

/** What stands between two changes of the archive. */
export interface ArchiveState {
  /** Random, different for every archive. */
  archive: string
  /** Grows with every committed change. */
  counter: number
}

/** How often the archive has changed, whichever process changed it: one row, read from a prepared statement (microseconds). */
export function createArchiveState(reader: ArchiveDatabase) {
  const statement = reader.sqlite.prepare('select archive, counter from archive_state where id = 1')
  return {
    read: () => statement.get() as unknown as ArchiveState,
    /** @throws where the archive cannot be read (the health call asks). */
    check: () => void reader.sqlite.prepare('select id from item limit 1').get(),
  }
}
