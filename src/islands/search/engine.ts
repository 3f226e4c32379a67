import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { type Found, readRecord } from './found.ts'
import { TYPES } from './item-types.ts'
import { loadPagefind, type Pagefind, type PagefindFilters } from './pagefind.ts'
import { type Query, readQuery, type UnknownWord } from './query.ts'
import { openVocabulary, type Vocabulary } from './vocabulary.ts'

/** A hit. Its record is loaded with one small request. */
export interface Match {
  id: string
  kind: SearchKind
  score: number
  read(): Promise<Found>
}

/** `kinds` counts the hits of each kind; `types` those of each type of item, when only items are searched. */
export interface Matches {
  list: Match[]
  kinds: Partial<Record<SearchKind, number>>
  types: Record<string, number>
  /** Words that no record has: then nothing is found. */
  unknown: UnknownWord[]
}
export interface Filters {
  kind?: string
  type?: string
}
export interface Engine {
  /** Best match first. Rejects when the index cannot be reached; the next call tries again. */
  search(words: string, filters?: Filters): Promise<Matches>
  /** Ids of the items that match, best first. `all` has the ids of all items in ascending order. */
  itemIds(words: string, all: ArrayLike<number>): Promise<number[]>
}
export interface EngineParts {
  /** `attempt` makes a new address: browsers remember that a module failed to load. */
  load(attempt: number): Promise<Pagefind>
  vocabulary(): Promise<Vocabulary>
}

interface Index {
  pagefind: Pagefind
  vocabulary: Vocabulary
}
type Hit = Awaited<ReturnType<Pagefind['search']>>['results'][number]

/** The index has no filter value for items, which keeps it small: they are what is of no other kind. */
const OTHERS = SEARCH_KINDS.filter((kind) => kind !== 'item')
const ITEMS: PagefindFilters = { not: { any: OTHERS.map((kind) => ({ kind })) } }

/** The index is loaded at the first search. */
export function openEngine(
  { load, vocabulary }: EngineParts = { load: loadPagefind, vocabulary: openVocabulary },
): Engine {
  let attempt = 0
  let opened: Promise<Index> | undefined
  /** The hits of the last words: the next search mostly narrows the same ones. */
  let last: { words: string; found: Promise<{ index: Index; query: Query; list: Match[] }> } | undefined

  async function open(): Promise<Index> {
    const [pagefind, words] = await Promise.all([load(attempt++), vocabulary()])
    return { pagefind, vocabulary: words }
  }
  async function forget(): Promise<void> {
    const index = opened
    last = undefined
    opened = undefined
    await index?.then(({ pagefind }) => pagefind.destroy()).catch(() => undefined)
  }
  /** The current index. A new build renames its files, and Pagefind silently skips those that it cannot load. */
  async function current(): Promise<Index> {
    if (opened) {
      const [index, now] = await Promise.all([opened, vocabulary()])
      if (now.version === index.vocabulary.version) return index
      await forget()
    }
    return (opened ??= open())
  }
  async function find(words: string) {
    const index = await current()
    const query = await readQuery(words, index.vocabulary)
    const hits = await ask(index.pagefind, query)
    if (hits.size === 0 && query.texts.length > 0) await checkWords(index.pagefind, query)
    const kinds = hits.size === 0 ? new Map<string, SearchKind>() : await kindsOf(index.pagefind, query)
    const list = [...hits.values()]
      .sort((a, b) => b.score - a.score)
      .map(({ id, score, data }): Match => {
        const kind = kinds.get(id) ?? 'item'
        return { id, score, kind, read: () => data().then((record) => readRecord(record, kind), lost(words)) }
      })
    return { index, query, list }
  }
  /** A record that cannot be loaded was withdrawn, so the index is out of date. */
  const lost = (words: string) => async (error: unknown) => {
    if (last?.words === words) await forget()
    throw error
  }
  async function found(words: string) {
    try {
      if (last?.words !== words) last = { words, found: find(words) }
      return await last.found
    } catch (error) {
      await forget()
      throw error
    }
  }
  return {
    async search(words, { kind, type } = {}) {
      const { index, query, list } = await found(words)
      const { unknown } = query
      const kinds = tally(list)
      if (!kind) return { list, kinds, types: {}, unknown }
      const ofKind = list.filter((match) => match.kind === kind)
      if (kind !== 'item' || ofKind.length === 0) return { list: ofKind, kinds, types: {}, unknown }
      const byType = await idsByType(index.pagefind, query)
      const types = Object.fromEntries([...byType].map(([each, ids]) => [each, ids.size]))
      return { list: type ? ofKind.filter(({ id }) => byType.get(type)?.has(id)) : ofKind, kinds, types, unknown }
    },
    async itemIds(words, all) {
      const { index, list } = await found(words)
      if (list.length === 0) return []
      const ids = await numbersOf(index.pagefind, all)
      return list.flatMap(({ kind, id }) => (kind === 'item' ? [ids.get(id)!] : []))
    },
  }
}

/** Hits of any of the texts, with their best score. */
async function ask(pagefind: Pagefind, { texts }: Query, filters: PagefindFilters = {}): Promise<Map<string, Hit>> {
  const answers = await Promise.all(texts.map((text) => pagefind.search(text, { filters })))
  const hits = new Map<string, Hit>()
  for (const hit of answers.flatMap(({ results }) => results))
    if ((hits.get(hit.id)?.score ?? -1) < hit.score) hits.set(hit.id, hit)
  return hits
}

/** Throws when a word finds nothing by itself. Each is in the archive, but Pagefind reports no error when it cannot load one. */
async function checkWords(pagefind: Pagefind, { texts }: Query): Promise<void> {
  for (const word of new Set(texts.join(' ').replaceAll('"', '').split(' '))) {
    const { results } = await pagefind.search(word)
    if (results.length === 0) throw new Error(`The search index could not be read for “${word}”.`)
  }
}

/** The kind of each hit that is not an item, by id. */
async function kindsOf(pagefind: Pagefind, query: Query): Promise<Map<string, SearchKind>> {
  const ids = await Promise.all(OTHERS.map((kind) => ask(pagefind, query, { kind })))
  return new Map(ids.flatMap((hits, at) => [...hits.keys()].map((id) => [id, OTHERS[at]!] as const)))
}

/** Ids of the items among the hits, by type. */
async function idsByType(pagefind: Pagefind, query: Query): Promise<Map<string, ReadonlySet<string>>> {
  const found = await Promise.all(
    TYPES.map(async (type) => [type, new Set((await ask(pagefind, query, { type })).keys())] as const),
  )
  return new Map(found)
}

/** The id of each item, by its id in the index: the build adds items in ascending order. Rejects when index and catalogue are from different builds. */
async function numbersOf(pagefind: Pagefind, all: ArrayLike<number>): Promise<Map<string, number>> {
  const { results } = await pagefind.search(null, { filters: ITEMS })
  const probes = [0, Math.floor(all.length / 2), all.length - 1]
  const isRight = async (at: number) => (await results[at]!.data()).url === itemAddress(all[at]!)
  if (results.length !== all.length || !(await Promise.all(probes.map(isRight))).every(Boolean))
    throw new Error('The search index and the catalogue are from different builds.')
  return new Map(results.map(({ id }, at) => [id, all[at]!]))
}

function tally(list: readonly Match[]): Matches['kinds'] {
  const counts: Matches['kinds'] = {}
  for (const { kind } of list) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
