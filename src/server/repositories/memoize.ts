import { LRUCache } from 'lru-cache'
import type { ReadState } from './archive-state.ts'

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
