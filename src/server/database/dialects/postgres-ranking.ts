import { LRUCache } from 'lru-cache'

type Ask = (text: string, values: readonly unknown[], name?: string) => Promise<unknown[][]>
interface Phrase {
  query: string
  weight: number
  /** How many items have it. */
  hits: number
}

/** A text search as `rankedStatement` takes it (postgres-spelling.ts). */
export interface RankedSearch {
  /** What the index is asked for, a part of the search; nothing if texts are looked through. */
  indexed: string
  /** Other parts, each by the places of its phrases: one of them has to be in a text. */
  checked: readonly (readonly number[])[]
  phrases: readonly string[]
  /** How much each phrase counts. */
  weights: readonly number[]
  /** Average length of a text. */
  average: number
}

/** Phrases whose weights are cached: to count their items takes longer than the rest of a search. */
const PHRASES = 5000
/** The index collects all items of a word. To look for the word in a text takes so many times as long as one of those. */
const CHECKING = 6
/** With words that so many items have, one in so many, it is quicker to look through the items that meet the other conditions. */
const NEARLY_ALL = 3

const TOTALS = 'select items, words, changes from item_search_total'
const WEIGHTS = 'select phrase, query, weight, hits from search_weights($1)'

/** Makes a search as FTS5 has it ready to be ranked. Its statements have names: they are planned once in a connection. */
export function createRankedSearches(ask: Ask) {
  const cached = new LRUCache<string, Phrase>({ max: PHRASES })
  let cachedAt: unknown

  async function knownPhrases(phrases: readonly string[], changes: number): Promise<Map<string, Phrase>> {
    if (changes !== cachedAt) cached.clear()
    cachedAt = changes
    const known = new Map<string, Phrase>()
    for (const phrase of phrases) {
      const found = cached.get(phrase)
      if (found) known.set(phrase, found)
    }
    const missing = [...new Set(phrases)].filter((phrase) => !known.has(phrase))
    if (missing.length === 0) return known
    const rows = (await ask(WEIGHTS, [missing], 'search weights')) as [string, string, number, number][]
    for (const [phrase, query, weight, hits] of rows) {
      known.set(phrase, { query, weight, hits })
      // Unless the full text has changed meanwhile.
      if (changes === cachedAt) cached.set(phrase, { query, weight, hits })
    }
    return known
  }

  return async (search: string): Promise<RankedSearch> => {
    const [[items, words, changes]] = (await ask(TOTALS, [], 'search totals')) as [[number, number, number]]
    const phrases = phrasesOf(search)
    const known = await knownPhrases(phrases, changes)
    const each = phrases.map((phrase) => known.get(phrase)!)
    return {
      ...splitByHits(search, items, (phrase) => known.get(phrase)!.hits),
      phrases: each.map(({ query }) => query),
      weights: each.map(({ weight }) => weight),
      average: words / Math.max(items, 1),
    }
  }
}

const phrasesOf = (search: string): string[] => search.match(/"[^"]*"\*?/g) ?? []

/** A frequent word beside a rare one is looked for in the texts that have the rare one. */
function splitByHits(
  search: string,
  items: number,
  hitsOf: (phrase: string) => number,
): Pick<RankedSearch, 'indexed' | 'checked'> {
  let place = 0
  const terms = search.split(AND).map((term) => {
    const phrases = phrasesOf(term)
    const places = phrases.map(() => place++)
    return { term, places, hits: phrases.reduce((sum, phrase) => sum + hitsOf(phrase), 0) }
  })
  const fewest = Math.min(...terms.map(({ hits }) => hits))
  const isChecked = ({ hits }: { hits: number }) => fewest * NEARLY_ALL > items || hits > CHECKING * fewest
  return {
    indexed: terms
      .filter((term) => !isChecked(term))
      .map(({ term }) => term)
      .join(AND),
    checked: terms.filter(isChecked).map(({ places }) => places),
  }
}

/** Between terms; words are in lower case. */
const AND = ' AND '
