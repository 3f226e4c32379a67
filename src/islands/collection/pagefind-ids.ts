import { openEngine, type Engine } from '../search/engine.ts'
import { loadPagefind } from '../search/pagefind.ts'

/**
 * Ids of the items that hold these words, the best first, from the site's search index: for the collection page while the API is away. The index is
 * loaded at the first search; no record of it is. Rejects when it cannot be reached.
 */
export function createItemWords(
  engine: Engine = openEngine(loadPagefind),
): (words: string) => Promise<readonly number[]> {
  return async (words) => (await engine.search(words, { kind: 'item' })).list.map(({ id }) => id)
}
