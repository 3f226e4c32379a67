import { LRUCache } from 'lru-cache'

type Ask = (text: string, values: readonly unknown[]) => Promise<unknown[][]>
interface Phrase {
  query: string
  weight: number
}

/** Phrases whose weights are cached: to count their items takes longer than the rest of a search. */
const PHRASES = 5000

const TOTALS = 'select items, words, changes from item_search_total'
const WEIGHTS = 'select phrase, query, weight from search_weights($1)'

/** The last three values of `search_rank` (postgres/ranking.ts) for a search as FTS5 has it: its phrases, their weights, and the average length of a text. */
export function createRankValues(ask: Ask) {
  const cached = new LRUCache<string, Phrase>({ max: PHRASES })
  let cachedAt: unknown

  return async (search: string): Promise<[phrases: string[], weights: number[], average: number]> => {
    const [[items, words, changes]] = (await ask(TOTALS, [])) as [[number, number, number]]
    if (changes !== cachedAt) cached.clear()
    cachedAt = changes
    const phrases = search.match(/"[^"]*"\*?/g) ?? []
    const known = new Map(phrases.map((phrase) => [phrase, cached.get(phrase)]))
    const missing = [...known.keys()].filter((phrase) => known.get(phrase) === undefined)
    if (missing.length > 0) {
      for (const [phrase, query, weight] of (await ask(WEIGHTS, [missing])) as [string, string, number][]) {
        known.set(phrase, { query, weight })
        // Unless the full text has changed meanwhile.
        if (changes === cachedAt) cached.set(phrase, { query, weight })
      }
    }
    const each = phrases.map((phrase) => known.get(phrase)!)
    return [each.map(({ query }) => query), each.map(({ weight }) => weight), words / Math.max(items, 1)]
  }
}
