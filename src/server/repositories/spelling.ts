import { LRUCache } from 'lru-cache'
import type { SearchAnswer } from '#contract/search.ts'
import { editDistance } from '#rules/search/edit-distance.ts'
import { hasTerms } from '#rules/search/name-search.ts'
import { limitedWords, searchTerms } from '#rules/search/search-terms.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { letOthersRun } from '../limits/concurrency.ts'
import { containingWords, type Condition } from './item-filter.ts'
import { matchingItems } from './item-statements.ts'

/** Bounds of the work: similar words that are tried for each one, corrections that are carried on to the next word, misspelled words, and records that are counted. */
const TRIED = 8
const CARRIED = 3
const MISSPELLED = 3
const COUNTED = 50
/** A word with one more error has to stand beside the other words so many times as often. */
const PER_ERROR = 30
/** A known word may be the wrong one (Beeton, Beaton), unless it is as short as this. */
const SHORT = 3
/** Numbers and identifiers, of which there are as many as items, are not similar. */
const LETTERS = /^\p{L}+$/u
/** Words that are compared in one step. */
const AT_ONCE = 500
/** Cached; more are of other filters. */
const STATEMENTS = 100

/** What a correction has to find: items that meet the conditions, the first of which is what the caller may see, and records of other kinds. */
interface Scope {
  conditions: readonly Condition[]
  viewer: number
  names?: Names
}
/** Names by each of their words, folded. */
export type Names = ReadonlyMap<string, readonly string[]>
const NO_NAMES: Names = new Map()
/** The words of a search, without those that are still to be corrected. */
interface Correction {
  words: (string | undefined)[]
  errors: number
  weight: number
}

interface Similar {
  word: string
  errors: number
}

/** The words of the full text: on SQLite a virtual table of the connection only. */
export const WORD_TABLE =
  "create virtual table if not exists temp.item_words using fts5vocab('main', 'item_search', 'row')"
const WORDS_BETWEEN = `select term from item_words where term >= ? and term < ? and length(term) between ? and ?
  and trim(term, '0123456789') = term`

/** Corrects the spelling of searches that find nothing. The full text has words of drafts, too: a word counts only if the caller finds a record by it. */
export function createSpelling(reader: ArchiveDatabase) {
  // At once: what is made within the transaction of a read ends with it.
  if (!reader.isPostgres) reader.sqlite.exec(WORD_TABLE)
  const statement = reader.cacheReads(STATEMENTS)

  /** How many records have all the words, up to a bound. @param whole those that are no beginnings of others; without them, other records than items are not counted. */
  async function count(
    text: string,
    { conditions, viewer, names = NO_NAMES }: Scope,
    whole: readonly string[] = [],
  ): Promise<number> {
    const terms = searchTerms(text).terms.map((term) => ({
      ...term,
      prefix: term.prefix && !whole.includes(term.forms[0]!),
    }))
    if (terms.length === 0) return 0
    const all = [...conditions, containingWords(terms)]
    const values = all.flatMap((condition) => condition.values)
    const found = `select count(*) from (select 1 from ${matchingItems(all)} limit ${COUNTED}) as found`
    const [[items]] = (await statement(found).all(values, viewer)) as [[number]]
    const isNamed = (name: string) => hasTerms(name, terms)
    if (whole.length > 0) return items + (names.get(whole[0]!)?.filter(isNamed).length ?? 0)
    const begins = (key: string) => terms[0]!.forms.some((form) => key.startsWith(form) || form.startsWith(`${key} `))
    return items > 0 ? items : Number([...names].some(([key, some]) => begins(key) && some.some(isNamed)))
  }
  /** The most similar words, with the number of their differences. They begin with the same letter, and two thirds of the word are right. */
  async function similarWords(word: string, names: Names): Promise<Similar[]> {
    const allowed = LETTERS.test(word) ? Math.min(3, Math.floor(word.length / 3)) : 0
    if (allowed === 0) return []
    const first = word.codePointAt(0)!
    const bounds = [first, first + 1].map((point) => String.fromCodePoint(point))
    const lengths = [[...word].length - allowed, [...word].length + allowed] as const
    const words = await statement(WORDS_BETWEEN).all([...bounds, ...lengths])
    const similar = new Map<string, Similar>()
    for (const [at, each] of [...words.map(([term]) => term as string), ...names.keys()].entries()) {
      if (at % AT_ONCE === 0) await letOthersRun()
      if (!each.startsWith(bounds[0]!) || Math.abs(each.length - word.length) > allowed || each === word) continue
      const errors = editDistance(word, each, allowed)
      if (errors <= allowed && LETTERS.test(each)) similar.set(each, { word: each, errors })
    }
    return [...similar.values()].sort((a, b) => a.errors - b.errors || (a.word < b.word ? -1 : 1)).slice(0, TRIED)
  }

  /** The words with those at the places replaced, what stands together most often first. */
  async function replaced(
    words: readonly string[],
    places: readonly number[],
    { similarTo, ...scope }: Scope & { similarTo: (word: string) => Promise<Similar[]> },
  ): Promise<Correction[]> {
    const kept = words.map((word, at) => (places.includes(at) ? undefined : word))
    let best: Correction[] = [{ words: kept, errors: 0, weight: 1 }]
    for (const at of places) {
      const next: Correction[] = []
      for (const similar of await similarTo(words[at]!))
        for (const before of best) {
          const together = before.words.with(at, similar.word)
          const whole = places.flatMap((place) => together[place] ?? [])
          const found = await count(together.filter((word) => word !== undefined).join(' '), scope, whole)
          const errors = before.errors + similar.errors
          if (found > 0) next.push({ words: together, errors, weight: found / PER_ERROR ** errors })
        }
      best = next.sort((a, b) => b.weight - a.weight).slice(0, CARRIED)
    }
    return best
  }

  /**
   * The search with its misspelled words replaced by similar ones that stand together in a record, if that finds something and the search does not.
   * `unknown`: the words that no record has.
   */
  return async (search: string, scope: Scope): Promise<Pick<SearchAnswer, 'correction' | 'unknown'>> => {
    const words = limitedWords(search)
    if (words.length === 0 || (await count(search, scope)) > 0) return { correction: null, unknown: [] }
    const counts: number[] = []
    // A word is known from any record that the caller may see.
    for (const word of words) counts.push(await count(word, { ...scope, conditions: scope.conditions.slice(0, 1) }))
    const unknown = [...words.keys()].filter((at) => counts[at] === 0)
    const answer = (correction: string | null) => ({
      correction,
      unknown: unknown.map((at) => ({ word: words[at]! })),
    })
    if (unknown.length > MISSPELLED) return answer(null)
    const similar = new LRUCache<string, Promise<Similar[]>>({
      max: words.length,
      memoMethod: (word) => similarWords(word, scope.names ?? NO_NAMES),
    })
    const trying = { ...scope, similarTo: (word: string) => similar.memo(word) }
    const corrections = unknown.length > 0 ? await replaced(words, unknown, trying) : []
    // Or a known word is the wrong one: probably a rare one.
    const known = [...words.keys()].filter((at) => counts[at]! > 0 && words[at]!.length > SHORT)
    if (corrections.length === 0 && unknown.length < MISSPELLED - 1)
      for (const at of known.sort((a, b) => counts[a]! - counts[b]!).slice(0, MISSPELLED))
        corrections.push(...(await replaced(words, [at, ...unknown], trying)))
    for (const { words: better } of corrections.sort((a, b) => b.weight - a.weight)) {
      const text = rewritten(search, new Map(words.map((word, at) => [word, better[at]!])))
      // Words in quotation marks are whole words in their order.
      if ((await count(text, scope)) > 0) return answer(text)
    }
    return answer(null)
  }
}

/** The search as it was typed, with other words: Brookyn, Brooklyn. */
const rewritten = (typed: string, better: ReadonlyMap<string, string>): string =>
  typed.trim().replace(/[\p{L}\p{N}\p{M}'’ʼ]+/gu, (written) => {
    const folded = searchText(written)
    const word = better.get(folded) ?? folded
    if (word === folded) return written
    return /^\p{Lu}/u.test(written) ? word[0]!.toUpperCase() + word.slice(1) : word
  })
