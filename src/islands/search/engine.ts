import { readSearchId, SEARCH_KINDS, type SearchId, type SearchKind } from '#rules/search-ids.ts'
import { isPhrase } from '#rules/search-phrases.ts'
import { type Found, readRecord } from './found.ts'

export const KINDS = SEARCH_KINDS
export type Kind = SearchKind
export const KIND_NAMES: Record<Kind, string> = {
  item: 'Items',
  person: 'People',
  organization: 'Organizations',
  place: 'Places',
  subject: 'Subjects',
  collection: 'Collections',
}
export const isKind = (value: string): value is Kind => (KINDS as readonly string[]).includes(value)

/** A hit that is not read yet: reading it costs one small request. What it is stands in the hit itself. */
export interface Match extends SearchId {
  score: number
  read(): Promise<Found>
}

/** `kinds` and `types` count what the same words find in each, among what the filters leave. */
export interface Matches {
  list: Match[]
  kinds: Record<string, number>
  types: Record<string, number>
}
export interface Filters {
  kind?: string
  type?: string
}
export interface Engine {
  /** Best match first. Rejects when the index cannot be reached; the next call tries again. */
  search(words: string, filters?: Filters): Promise<Matches>
}

/** The part of Pagefind's browser module that is used here. */
export interface Pagefind {
  options(options: Record<string, unknown>): Promise<void>
  search(words: string): Promise<PagefindResponse>
  destroy(): Promise<void>
}
export interface PagefindResponse {
  /** `id` is what rules/search-ids calls a record. */
  results: { id: string; score: number; data(): Promise<PagefindRecord> }[]
}
export interface PagefindRecord {
  url: string
  excerpt: string
  meta: Record<string, string>
}

/** Names count for more than running text: who types a name looks for the one who bears it. */
const RANKING = { metaWeights: { title: 8 }, pageLength: 0.4 }

const OPTIONS = { excerptLength: 28, ranking: RANKING }

/** Which of the two indexes: the light one of words, or the one of all their places, for text in quotation marks. */
export type Index = 'words' | 'phrases'
/** Gets the number of the attempt, since a browser remembers that a module failed. */
export type Load = (attempt: number, index: Index) => Promise<Pagefind>

/** Opens an index at the first search of it. */
export function openEngine(load: Load): Engine {
  const indexes = { words: keepOpen(load, 'words'), phrases: keepOpen(load, 'phrases') }
  const indexOf = (words: string) => indexes[isPhrase(words) ? 'phrases' : 'words']
  /** The words of the last search: what is asked for next are mostly the same ones, narrowed. */
  let last: { words: string; list: Promise<Match[]> } | undefined
  const forget = async (words: string) => {
    last = undefined
    await indexOf(words).forget()
  }
  /** A record that is not there any more is withdrawn: the index is an old one. What nobody waits for may be lost. */
  const lost = (words: string) => async (error: unknown) => {
    if (last?.words === words) await forget(words)
    throw error
  }
  async function find(words: string): Promise<Match[]> {
    const pagefind = await indexOf(words).open()
    const { results } = await pagefind.search(words)
    return results.flatMap(({ id, score, data }) => {
      const named = readSearchId(id)
      const read = () => data().then((record) => readRecord(record, words), lost(words))
      return named ? [{ ...named, score, read }] : []
    })
  }
  return {
    async search(words, { kind, type } = {}) {
      try {
        if (last?.words !== words) last = { words, list: find(words) }
        const all = await last.list
        const list = all.filter((each) => (!kind || each.kind === kind) && (!type || each.type === type))
        return { list, kinds: tally(list, 'kind'), types: tally(list, 'type') }
      } catch (error) {
        await forget(words)
        throw error
      }
    },
  }
}

/** An index that stays open from its first use until it is forgotten. */
function keepOpen(load: Load, index: Index) {
  let attempt = 0
  let opened: Promise<Pagefind> | undefined
  const begin = async () => {
    const pagefind = await load(attempt++, index)
    await pagefind.options(OPTIONS)
    return pagefind
  }
  return {
    open: () => (opened ??= begin()),
    async forget() {
      const failed = opened
      opened = undefined
      await failed?.then((pagefind) => pagefind.destroy()).catch(() => undefined)
    },
  }
}

function tally(list: readonly Match[], field: 'kind' | 'type'): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { [field]: value } of list) if (value !== '') counts[value] = (counts[value] ?? 0) + 1
  return counts
}
