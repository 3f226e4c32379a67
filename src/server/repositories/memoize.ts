import { LRUCache } from 'lru-cache'
import type { StatementSync } from 'node:sqlite'
import type { ArchiveDatabase } from '../database/open.ts'
import type { ArchiveState } from './archive-state.ts'
import { VIEWER, type View } from './view.ts'

/** Longer keys are not cached, in characters. */
const MAX_KEY = 2000

export type Values = (string | number)[]

/** Prepares a statement for `allRows`. */
export function prepareRead(reader: ArchiveDatabase, text: string): StatementSync {
  const statement = reader.sqlite.prepare(text)
  statement.setReturnArrays(true)
  if (!text.includes(VIEWER)) statement.setAllowUnknownNamedParameters(true)
  return statement
}

/** The rows of a prepared statement as arrays; binds the viewer unless it is the public. */
export function allRows(statement: StatementSync, values: Values, { reach, viewer }: View): unknown[][] {
  const rows: unknown[] =
    reach === 'published' ? statement.all(...values) : statement.all({ [VIEWER]: viewer }, ...values)
  return rows as unknown[][]
}

/**
 * Caches answers about published records until the archive changes. Answers about drafts must not be cached: drafts do not change the counter.
 * @param maximum total weight by `weigh`; default: number of answers.
 */
export function memoizeUntilChange<V extends NonNullable<unknown>>(
  state: { read(): ArchiveState },
  maximum: number,
  weigh: (value: V, key: string) => number = () => 1,
) {
  const answers = new LRUCache<string, V>({ maxSize: maximum, sizeCalculation: weigh })
  let cachedAt = 0
  return (key: string, make: () => V): V => {
    const { counter } = state.read()
    if (counter !== cachedAt) {
      answers.clear()
      cachedAt = counter
    }
    const cached = answers.get(key)
    if (cached !== undefined) return cached
    const made = make()
    if (key.length <= MAX_KEY) answers.set(key, made)
    return made
  }
}
