import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { resultAddress, SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { memoizeAsync } from '#stores/shared/memoize.ts'
import { type Found, readRecord } from './found.ts'
import { TYPES } from './item-types.ts'
import { loadPagefind, type Pagefind } from './pagefind.ts'
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
  /** Every record, in the order of the build: kind by kind, each kind in ascending order of ids. */
  records(): Promise<{ list: Hit[]; placeOf: Map<string, number> }>
}
const OTHER_BUILD = 'The search index and what belongs to it are from different builds.'

type Hit = Awaited<ReturnType<Pagefind['search']>>['results'][number]

/** The index is loaded at the first search. */
export function openEngine(
  { load, vocabulary }: EngineParts = { load: loadPagefind, vocabulary: openVocabulary },
): Engine {
  let attempt = 0
  let opened: Promise<Index> | undefined
  /** The hits of the last words: the next search mostly narrows the same ones. */
  let last: { words: string; found: ReturnType<typeof find> } | undefined

  async function open(): Promise<Index> {
    const [pagefind, words] = await Promise.all([load(attempt++), vocabulary()])
    return { pagefind, vocabulary: words, records: memoizeAsync(() => everyRecord(pagefind, words)) }
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
    if (hits.size === 0) return { index, query, list: [] }
    const { placeOf } = await index.records()
    const list = [...hits.values()]
      .sort((a, b) => b.score - a.score)
      .map((hit): Match => {
        const kind = kindAt(placeOf.get(hit.id)!, index.vocabulary)
        return { id: hit.id, score: hit.score, kind, read: () => read(hit, kind, words) }
      })
    return { index, query, list }
  }
  async function read(hit: Hit, kind: SearchKind, words: string): Promise<Found> {
    try {
      const record = await hit.data()
      if (record.url !== resultAddress(kind, recordIdFromPath(record.url)!)) throw new Error(OTHER_BUILD)
      return readRecord(record, kind)
    } catch (error) {
      // A record that cannot be loaded was withdrawn, so the index is out of date.
      if (last?.words === words) await forget()
      throw error
    }
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
      await checkItems(index, all)
      const { placeOf } = await index.records()
      return list.flatMap(({ kind, id }) => (kind === 'item' ? [all[placeOf.get(id)!]!] : []))
    },
  }
}

/** Hits of any of the texts, with their best score. */
async function ask(pagefind: Pagefind, { texts }: Query, filters: { type?: string } = {}): Promise<Map<string, Hit>> {
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

async function everyRecord(pagefind: Pagefind, { records }: Vocabulary) {
  const { results } = await pagefind.search(null)
  if (results.length !== SEARCH_KINDS.reduce((sum, kind) => sum + records[kind], 0)) throw new Error(OTHER_BUILD)
  return { list: results, placeOf: new Map(results.map(({ id }, at) => [id, at])) }
}

function kindAt(place: number, { records }: Vocabulary): SearchKind {
  let end = 0
  return SEARCH_KINDS.find((kind) => place < (end += records[kind]))!
}

/** Ids of the items among the hits, by type. */
async function idsByType(pagefind: Pagefind, query: Query): Promise<Map<string, ReadonlySet<string>>> {
  const found = await Promise.all(
    TYPES.map(async (type) => [type, new Set((await ask(pagefind, query, { type })).keys())] as const),
  )
  return new Map(found)
}

/** Rejects if `all` is not the items of the index, because the catalogue is from another build. */
async function checkItems({ vocabulary, records }: Index, all: ArrayLike<number>): Promise<void> {
  const { list } = await records()
  const probes = [0, Math.floor(all.length / 2), all.length - 1]
  const isRight = async (at: number) => (await list[at]!.data()).url === resultAddress('item', all[at]!)
  if (vocabulary.records.item !== all.length || !(await Promise.all(probes.map(isRight))).every(Boolean))
    throw new Error(OTHER_BUILD)
}

function tally(list: readonly Match[]): Matches['kinds'] {
  const counts: Matches['kinds'] = {}
  for (const { kind } of list) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
