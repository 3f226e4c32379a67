import type { ArchiveDatabase } from '../database/open.ts'

/** The version of the archive's content. */
export interface ArchiveState {
  /** Random, different for every archive. */
  archive: string
  /** Grows with every committed change. */
  counter: number
}

/** Reading so many items one by one takes as long as reading all of a small archive. */
const MOST_CHANGES = 2000

/** The change counter, whichever process made the change: one row from a prepared statement (microseconds). */
export function createArchiveState(reader: ArchiveDatabase) {
  const statement = reader.sqlite.prepare('select archive, counter from archive_state where id = 1')
  const changes = reader.sqlite.prepare(
    `select (select min(counter) from change_log) <= :since and :since <= (select counter from archive_state)
      and not exists (select 1 from change_log where counter > :since and item is null) as complete`,
  )
  const items = reader.sqlite.prepare(
    `select distinct item from change_log where counter > ? order by item limit ${MOST_CHANGES + 1}`,
  )
  return {
    /** Ids of the items that changed since; null if anything else did, too many, or nobody knows. */
    changedItems(since: number): number[] | null {
      if (Number(changes.get({ since })!.complete) !== 1) return null
      const found = items.all(since).map(({ item }) => Number(item))
      return found.length > MOST_CHANGES ? null : found
    },
    read(): ArchiveState {
      const row: unknown = statement.get()
      return row as ArchiveState
    },
    /** @throws if the archive cannot be read (for the health call). */
    check: () => void reader.sqlite.prepare('select id from item limit 1').get(),
  }
}
