import { LRUCache } from 'lru-cache'
import type { ArchiveDatabase } from '../database/open.ts'

/** The version of the archive's content. */
export interface ArchiveState {
  /** Random, different for every archive. */
  archive: string
  /** Grows with every committed change. */
  counter: number
}

/** What changed since a counter: ids of items, and whether anything else did. */
export interface ChangedSince {
  items: number[]
  others: boolean
}

/** Reads the change counter: a prepared statement that takes microseconds on SQLite. */
export interface ReadState {
  read(): Promise<ArchiveState>
}

/** Reading so many items one by one takes as long as reading all of a small archive. */
const MOST_CHANGES = 2000

/** The change counter, whichever process made the change: one row from a prepared statement (microseconds). */
export function createArchiveState(reader: ArchiveDatabase) {
  const statement = reader.prepareRead('select archive, counter from archive_state where id = 1')
  const known = reader.prepareRead(
    `select exists (select 1 from change_log where counter > ? and item is null)
      where (select min(counter) from change_log) <= ? and ? <= (select counter from archive_state)`,
  )
  const items = reader.prepareRead(
    `select distinct item from change_log where counter > ? and item is not null order by item limit ${MOST_CHANGES + 1}`,
  )
  return {
    /** Null if too many items changed, or nobody knows. */
    async changesSince(since: number): Promise<ChangedSince | null> {
      const [others] = await known.all([since, since, since])
      if (!others) return null
      const found = (await items.all([since])).map(([item]) => Number(item))
      return found.length > MOST_CHANGES ? null : { items: found, others: Boolean(others[0]) }
    },
    async read(): Promise<ArchiveState> {
      const [row] = await statement.all([])
      const [archive, counter] = row as [string, number]
      return { archive, counter }
    },
    /** @throws if the archive cannot be read (for the health call). */
    check: async () => void (await reader.prepareRead('select id from item limit 1').all([])),
  }
}

/** Longer keys are not cached, in characters. */
const MAX_KEY = 2000

/**
 * Caches answers about published records until the archive changes. Answers about drafts must not be cached: drafts do not change the counter.
 * @param maximum total weight by `weigh`; default: number of answers.
 */
export function memoizeUntilChange<V extends NonNullable<unknown>>(
  state: ReadState,
  maximum: number,
  weigh: (value: V, key: string) => number = () => 1,
) {
  const answers = new LRUCache<string, V>({ maxSize: maximum, sizeCalculation: weigh })
  let cachedAt = 0
  return async (key: string, make: () => V | Promise<V>): Promise<V> => {
    const { counter } = await state.read()
    if (counter !== cachedAt) {
      answers.clear()
      cachedAt = counter
    }
    const cached = answers.get(key)
    if (cached !== undefined) return cached
    const made = await make()
    // Unless the archive has changed meanwhile.
    if (key.length <= MAX_KEY && counter === cachedAt) answers.set(key, made)
    return made
  }
}
