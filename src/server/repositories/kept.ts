import type { StatementSync } from 'node:sqlite'
import type { ArchiveDatabase } from '../database/open.ts'
import type { ArchiveState } from './archive-state.ts'
import { VIEWER } from './view.ts'
import type { View } from './view.ts'

/** Characters; what is asked with a longer key is not kept. */
const LONGEST_KEY = 2000

export type Values = (string | number)[]

/** Keeps a value, the oldest leaving when there are too many. */
export function keep<V>(cache: Map<string, V>, key: string, value: V, most: number): V {
  if (cache.size >= most) cache.delete(cache.keys().next().value!)
  cache.set(key, value)
  return value
}

/** A statement that answers rows as arrays, and is bound by `bound`. */
export function prepareReading(reader: ArchiveDatabase, text: string): StatementSync {
  const statement = reader.sqlite.prepare(text)
  statement.setReturnArrays(true)
  if (!text.includes(VIEWER)) statement.setAllowUnknownNamedParameters(true)
  return statement
}

/** What a statement is given: who looks, where it is not the public, and the values. */
export const bound = (values: Values, { reach, viewer }: View): [...Values] =>
  reach === 'published' ? values : ([{ [VIEWER]: viewer }, ...values] as unknown as Values)

/**
 * Answers about published records hold until the archive changes. Drafts come and go without changing it: what may tell of them is never kept.
 * @param most answers are kept, of whatever `weigh` says that each counts for; one, where nothing is said.
 */
export function createUntilChanged<V>(
  state: { read(): ArchiveState },
  most: number,
  weigh: (value: V, key: string) => number = () => 1,
) {
  const answers = new Map<string, V>()
  let weight = 0
  let keptAt = 0
  return (key: string, make: () => V): V => {
    const { counter } = state.read()
    if (counter !== keptAt) {
      answers.clear()
      weight = 0
      keptAt = counter
    }
    const known = answers.get(key)
    if (known !== undefined) return known
    const made = make()
    if (key.length > LONGEST_KEY) return made
    answers.set(key, made)
    weight += weigh(made, key)
    for (const [oldest, value] of answers) {
      if (weight <= most) break
      answers.delete(oldest)
      weight -= weigh(value, oldest)
    }
    return made
  }
}
