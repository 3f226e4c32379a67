import { type IndexQuery, kindOfType, TEXTS_FOLDER, typesOfKind } from '#rules/search/index-filters.ts'
import { SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { searchText, searchWords } from '#rules/search/search-text.ts'
import { type Found, readRecord } from './found.ts'
import {
  type AddTexts,
  type Asked,
  type Hit,
  loadPagefind,
  type Pagefind,
  type PagefindAnswer,
  readEntry,
} from './pagefind.ts'
import type { itemsInTexts as addFound } from './texts.ts'
import { isPhrase } from '#rules/search/phrases.ts'
import { phraseForms } from '#rules/search/search-terms.ts'
import { wordForms } from '#rules/search/word-forms.ts'

/** A hit. Its record is loaded with one small request. */
export interface Match {
  kind: SearchKind
  score: number
  read(): Promise<Found>
}

/** `kinds` counts the hits of each kind; `types` those of each type of item, when only items are searched. */
export interface Matches {
  list: Match[]
  kinds: Partial<Record<SearchKind, number>>
  types: Record<string, number>
  /** Words that no record has, as far as they are known. */
  unknown: readonly string[]
  /** Nothing was found: the search in better spelling, which finds something; mostly empty. */
  correction: string
}
export interface Filters {
  kind?: string
  type?: string
}
export interface Engine {
  /** Best match first. Rejects when the index cannot be reached; the next call tries again. */
  search(words: string, filters?: Filters): Promise<Matches>
}
/** The search index of the last build. */
export interface IndexEngine extends Engine {
  /** Best match first; without words, every record in the order of the build, which is that of dates. */
  find(words: string, query: IndexQuery): Promise<PagefindAnswer>
}
export interface EngineParts {
  /** `attempt` counts from 0. */
  load(attempt: number, parts: object, folder?: string): Promise<Pagefind>
  entry(): Promise<string>
}

/** What finds items by their texts. The search box does without: it is a bundle of one file (layouts/inline-code.ts). */
export type LoadTexts = () => Promise<{ itemsInTexts: typeof addFound }>

type Index = Promise<Pagefind>
const NOTHING: PagefindAnswer = { results: [], filters: {} }
export const NO_MATCHES: Matches = { list: [], kinds: {}, types: {}, unknown: [], correction: '' }

/** Hits of a part of the index that are read to see whether they have what was asked for. */
const PROBES = 3

/** The index is loaded at the first search, and again after a new build. */
export function openEngine(
  { load, entry }: EngineParts = { load: loadPagefind, entry: readEntry },
  loadTexts?: LoadTexts,
): IndexEngine {
  let attempt = 0
  let opened: { entry: string; records: Index; texts?: Index | undefined; openTexts(): Index | undefined } | undefined
  /** The last words: the next search mostly narrows the same ones. */
  let last: { words: string; asked: Promise<Asked | undefined>; inTexts?: Promise<AddTexts | undefined> } | undefined

  function forget(): void {
    for (const index of [opened?.records, opened?.texts])
      void index?.then((pagefind) => pagefind.destroy()).catch(() => undefined)
    opened = undefined
    last = undefined
  }
  async function ask(words: string): Promise<Asked | undefined> {
    const now = await entry()
    if (opened?.entry !== now) {
      if (opened) forget()
      const { languages, texts } = JSON.parse(now) as { languages: object; texts?: object }
      const number = attempt++
      opened = {
        entry: now,
        records: load(number, languages),
        openTexts: () => texts && load(number, texts, TEXTS_FOLDER),
      }
    }
    return askIn(await opened.records, words)
  }
  /** Undefined where no text has the words. Rejects when the index of texts cannot be reached. */
  async function askTexts(words: string): Promise<AddTexts | undefined> {
    const texts = loadTexts && words.trim().length > 2 && opened && (opened.texts ??= opened.openTexts())
    if (!texts) return undefined
    const { records } = opened!
    const [{ itemsInTexts }, asked] = await Promise.all([loadTexts(), askIn(await texts, words)])
    return asked && itemsInTexts(asked, await records)
  }
  async function find(words: string, query: IndexQuery): Promise<PagefindAnswer> {
    try {
      const now = last?.words === words ? last : (last = { words, asked: ask(words) })
      const asked = await now.asked
      const named = asked
        ? await asked.pagefind.search(asked.text, { filters: { ...asked.filters, ...query } })
        : NOTHING
      // Without the texts a search still finds the records.
      const addTexts = await (now.inTexts ??= askTexts(words).catch(() => undefined))
      return addTexts ? addTexts(named, query) : named
    } catch (error) {
      forget()
      throw error
    }
  }
  const matchOf =
    (kind: SearchKind) =>
    (hit: Hit): Match => ({
      kind,
      // Items and people come before the places that are called so.
      score: kind === 'place' ? hit.score / 2 : hit.score,
      async read() {
        try {
          return readRecord(await hit.data(), kind)
        } catch (error) {
          // A record that cannot be loaded was withdrawn: there will be a new index.
          forget()
          throw error
        }
      },
    })
  return {
    find,
    async search(words, { kind, type } = {}) {
      if (words.trim() === '') return NO_MATCHES
      const { filters } = await find(words, { type: { any: [] } })
      const counts = Object.entries(filters.type ?? {}).filter(([, count]) => count > 0)
      const kinds: Matches['kinds'] = {}
      for (const [value, count] of counts) kinds[kindOfType(value)] = (kinds[kindOfType(value)] ?? 0) + count
      const wanted = SEARCH_KINDS.filter((each) => kinds[each] && (!kind || each === kind))
      const lists = await Promise.all(
        wanted.map(async (each) => {
          const { results } = await find(words, { type: { any: type ? [type] : typesOfKind(each) } })
          return results.map(matchOf(each))
        }),
      )
      return {
        ...NO_MATCHES,
        list: lists.flat().sort((a, b) => b.score - a.score),
        kinds,
        types: kind === 'item' ? Object.fromEntries(counts.filter(([value]) => kindOfType(value) === 'item')) : {},
      }
    },
  }
}

async function askIn(pagefind: Pagefind, words: string): Promise<Asked | undefined> {
  if (words.trim() === '') return { pagefind, text: null, filters: {} }
  for (const text of searchTexts(words)) {
    const { results } = await pagefind.search(text)
    const parts = [...new Set(results.map(({ id }) => id.split('_')[0]!))]
    const hitsOf = (part: string) => results.filter(({ id }) => id.startsWith(`${part}_`))
    const known = await Promise.all(parts.map(async (part) => isFound(text, hitsOf(part))))
    const some = parts.filter((_, at) => known[at])
    if (some.length > 0) return { pagefind, text, filters: known.includes(false) ? { part: { any: some } } : {} }
  }
  return undefined
}

/** Whether hits have the words: for a word that Pagefind does not know, it takes a shorter one that it knows, and all hits are of that. */
async function isFound(text: string, hits: readonly Hit[]): Promise<boolean> {
  // It knows no such thing for phrases.
  if (text.startsWith('"')) return true
  const read = await Promise.allSettled(hits.slice(0, PROBES).map((hit) => hit.data()))
  const records = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (records.length === 0) throw new Error('The search index and its records are of different builds.')
  return records.some(({ content, meta }) => {
    const all = ` ${searchText(content, ...Object.values(meta))}`
    return text.split(' ').every((word) => all.includes(` ${word}`))
  })
}

/** What every form of a word begins with (churches: church). The index has the other ones (release/search/custom-record.ts). */
const beginningOf = (word: string) =>
  wordForms(word)
    .filter((form) => word.startsWith(form))
    .reduce((shortest, form) => (form.length < shortest.length ? form : shortest))

/** What Pagefind is asked for typed text: the first that finds anything counts. After the words as typed, two of them joined: mill pond as millpond, C N R as cnr. */
function searchTexts(typed: string): string[] {
  if (isPhrase(typed)) return phraseForms(searchText(typed)).flatMap((text) => (text.trim() ? [`"${text}"`] : []))
  const words = searchWords(typed)
  if (words.length === 0) return []
  const joined = words.slice(1).map((word, at) => [...words.slice(0, at), words[at]! + word, ...words.slice(at + 2)])
  const isInitials = words.length > 2 && words.every((word) => word.length === 1)
  return [words, ...joined, ...(isInitials ? [[words.join('')]] : [])].map((each) => each.map(beginningOf).join(' '))
}
