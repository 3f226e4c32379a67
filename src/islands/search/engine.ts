import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { resultAddress, type SearchKind } from '#rules/search/search-kinds.ts'
import type { UnknownWord } from '#rules/search/spelling.ts'
import { type Found, readRecord } from './found.ts'
import { ask, type Hit, type Indexes, kindAt, openIndexes, OTHER_BUILD } from './indexes.ts'
import { TYPES } from './item-types.ts'
import { loadPagefind, type Pagefind } from './pagefind.ts'
import { type Query, readQuery } from './query.ts'
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

/** A hit, whether it is of the base (0) or of the delta (1), and its place there. */
interface Placed extends Match {
  index: number
  place: number
}

/** The index is loaded at the first search. */
export function openEngine(
  { load, vocabulary }: EngineParts = { load: loadPagefind, vocabulary: openVocabulary },
): Engine {
  let attempt = 0
  let opened: Promise<Indexes> | undefined
  /** The hits of the last words: the next search mostly narrows the same ones. */
  let last: { words: string; found: ReturnType<typeof find> } | undefined

  async function open(): Promise<Indexes> {
    const [pagefind, words] = await Promise.all([load(attempt++), vocabulary()])
    return openIndexes(pagefind, words)
  }
  async function forget(): Promise<void> {
    const open = opened
    last = undefined
    opened = undefined
    await open?.then(({ pagefind }) => pagefind.destroy()).catch(() => undefined)
  }
  /** The current index. A new build renames its files, and Pagefind silently skips those that it cannot load. */
  async function current(): Promise<Indexes> {
    if (opened) {
      const [known, now] = await Promise.all([opened, vocabulary()])
      if (now.version === known.vocabulary.version) return known
      await forget()
    }
    return (opened ??= open())
  }
  async function find(words: string) {
    const open = await current()
    const query = await readQuery(words, open.vocabulary)
    const hits = await ask(open, query)
    if (hits.size === 0) return { open, query, list: [] }
    const hidden = new Set(open.vocabulary.delta?.hidden)
    const all = await open.all()
    const list = [...hits.values()].flatMap(({ hit, score }): Placed[] => {
      const index = all.findIndex(({ placeOf }) => placeOf.has(hit.id))
      const place = all[index]!.placeOf.get(hit.id)!
      if (index === 0 && hidden.has(place)) return []
      const kind = kindAt(place, all[index]!)
      return [{ id: hit.id, score, kind, index, place, read: () => read(hit, kind, words) }]
    })
    return { open, query, list: list.sort((a, b) => b.score - a.score) }
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
      const { open, query, list } = await found(words)
      const { unknown } = query
      const kinds = tally(list)
      if (!kind) return { list, kinds, types: {}, unknown }
      const ofKind = list.filter((match) => match.kind === kind)
      if (kind !== 'item' || ofKind.length === 0) return { list: ofKind, kinds, types: {}, unknown }
      const byType = await idsByType(open, query)
      const count = (ids: ReadonlySet<string>) => ofKind.filter(({ id }) => ids.has(id)).length
      const types = Object.fromEntries([...byType].map(([each, ids]) => [each, count(ids)]))
      return { list: type ? ofKind.filter(({ id }) => byType.get(type)?.has(id)) : ofKind, kinds, types, unknown }
    },
    async itemIds(words, all) {
      const { open, list } = await found(words)
      if (list.length === 0) return []
      const ids = await itemsByPlace(open, all)
      return list.flatMap(({ kind, index, place }) => (kind === 'item' ? [ids[index]![place]!] : []))
    },
  }
}

/** Ids of the items among the hits, by type. */
async function idsByType(open: Indexes, query: Query): Promise<Map<string, ReadonlySet<string>>> {
  const found = await Promise.all(
    TYPES.map(async (type) => {
      const hits = await ask(open, query, { type })
      return [type, new Set(hits.keys())] as const
    }),
  )
  return new Map(found)
}

/** The ids of each index's items, by place. Rejects if `all` is not the items of the indexes, because the catalogue is from another build. */
async function itemsByPlace({ vocabulary, all: everyRecord }: Indexes, all: ArrayLike<number>): Promise<number[][]> {
  const { added = [], hidden = [] } = vocabulary.delta?.items ?? {}
  const inDelta = new Set(added)
  const base = [...Array.from(all).filter((id) => !inDelta.has(id)), ...hidden].sort((a, b) => a - b)
  const [first] = await everyRecord()
  const shown = [...base.keys()].filter((place) => !hidden.includes(base[place]!))
  const probes = [0, Math.floor(shown.length / 2), shown.length - 1].flatMap((at) => shown[at] ?? [])
  const isRight = async (place: number) =>
    (await first!.list[place]!.data()).url === resultAddress('item', base[place]!)
  if (vocabulary.records.item !== base.length || !(await Promise.all(probes.map(isRight))).every(Boolean))
    throw new Error(OTHER_BUILD)
  return [base, added]
}

function tally(list: readonly Match[]): Matches['kinds'] {
  const counts: Matches['kinds'] = {}
  for (const { kind } of list) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
