import type { Collection } from '#contract/collection.ts'
import type { Shortened } from '#contract/item.ts'
import { MOST_FACET_SUBJECTS } from '#contract/item-facets.ts'
import { PAGING } from '#contract/limits.ts'
import { cardsFile, COLLECTION_DATA, type NamesFile } from '#rules/addresses/collection-data.ts'
import type { FoundPlace } from '#rules/addresses/hit-address.ts'
import { MAP_DATA, recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import {
  EARLIER_YEARS,
  type IndexFilter,
  type IndexQuery,
  NO_YEAR,
  PICTURED,
  TYPES,
  yearsWanted,
} from '#rules/search/index-filters.ts'
import { picturesFirst } from '#rules/search/item-order.ts'
import { rankTags } from '#rules/search/rank-tags.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import type { CollectionSearch } from '#rules/addresses/collection-address.ts'
import type { ResultCard } from '#views/result-card.ts'
import type { TagKind, TagMode } from './collection-stores.ts'
import type { ItemSource } from './item-source.ts'

interface Hit {
  id: string
  data(): Promise<{ url: string; found?: FoundPlace }>
}
interface Answer {
  results: Hit[]
  filters: Partial<Record<string, Record<string, number>>>
  isShortened?: boolean
}
interface BuiltParts {
  /** Reads a JSON file of the last build by its path. Rejects when it is missing or not JSON. */
  data(path: string): Promise<unknown>
  /** Searches the index of the last build (islands/search/engine.ts). */
  find(words: string, query: IndexQuery): Promise<Answer>
}

/** Filters nothing, and has the values counted. */
const COUNTED = { any: [] }

/** Items, their counts and names of the last build, from its search index and from files, which are loaded on first use and cached. */
export function createBuiltSource({ data, find }: BuiltParts): ItemSource {
  const files = createCache(data)
  const answers = createCache((key) => find(...(JSON.parse(key) as [string, IndexQuery])))
  const file = <File>(path: string) => files.read(path) as Promise<File>
  const collections = () => file<Collection[]>(COLLECTION_DATA.collections)
  const namesOf = (kind: TagKind) => file<NamesFile>(COLLECTION_DATA.names(kind))

  /** A list, its counts and its places share their answers. */
  const ask = (words: string, query: IndexQuery) => answers.read(JSON.stringify([words, query]))
  const queryOf = ({ years, type, collection, place, ...tags }: CollectionSearch): IndexQuery => ({
    type: { any: type ? [type] : TYPES },
    year: years ? { any: yearsWanted(years) } : COUNTED,
    people: wanted(tags.people, tags.peopleMode),
    subject: wanted(tags.subjects, tags.subjectsMode) ?? COUNTED,
    organization: wanted(tags.organizations),
    collection: collection === null ? COUNTED : wanted([collection]),
    place: place === null ? undefined : wanted([place]),
  })

  /** Without words the index is in the order of dates. */
  async function byDate(hits: readonly Hit[], query: IndexQuery): Promise<Hit[]> {
    const places = new Map((await ask('', query)).results.map(({ id }, at) => [id, at]))
    return hits.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!)
  }
  async function byPicture(hits: readonly Hit[], words: string, query: IndexQuery): Promise<Hit[]> {
    const { results } = await ask(words, { ...query, pictured: { any: [PICTURED] } })
    const ids = new Set(results.map(({ id }) => id))
    return picturesFirst(hits, ({ id }) => ids.has(id))
  }
  /** Without a hit or a card that is gone: it was withdrawn. */
  async function cardsOf(hits: readonly Hit[]): Promise<ResultCard[]> {
    const read = await Promise.allSettled(hits.map((hit) => hit.data()))
    const rows = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const ids = rows.map(({ url }) => recordIdFromPath(url.replace(/\?.*/, ''))!)
    const lists = await Promise.all(ids.map((id) => file<ResultCard[]>(COLLECTION_DATA.cards(cardsFile(id)))))
    return rows.flatMap(({ found }, at) => {
      const card = lists[at]!.find(({ id }) => id === ids[at])
      return card ? { ...card, ...(found && { found }) } : []
    })
  }
  async function placeName(id: number): Promise<[number, string][]> {
    const zone = await file<{ name: string }>(MAP_DATA.zone(id)).catch(() => undefined)
    return zone ? [[id, zone.name]] : []
  }

  return {
    isBuilt: true,
    async list({ search, page, sort }) {
      const query = queryOf(search)
      if (page === 1) answers.clear()
      const { results, isShortened } = await ask(search.search, query)
      const isDated = search.search !== '' && (sort === 'date' || sort === 'pictures')
      const dated = isDated ? await byDate(results, query) : results
      const sorted = sort === 'pictures' ? await byPicture(dated, search.search, query) : dated
      const shown = sorted.slice((page - 1) * PAGING.collection, page * PAGING.collection)
      const shortened: Shortened[] = isShortened ? ['texts'] : []
      return { count: results.length, items: await cardsOf(shown), shortened, suggestion: '' }
    },
    async facets(search) {
      const query = queryOf(search)
      /** A facet is counted without its own filter, so that it shows what each choice would find. */
      const count = async (facet: IndexFilter, open: IndexQuery) =>
        new Map(countsOf(await ask(search.search, { ...query, ...open }), facet))
      const [all, types, years, subjects, inCollections, subjectNames, allCollections] = await Promise.all([
        ask(search.search, query),
        count('type', { type: { any: TYPES } }),
        count('year', { year: COUNTED }),
        count('subject', search.subjectsMode === 'OR' ? { subject: COUNTED } : {}),
        count('collection', { collection: COUNTED }),
        namesOf('subjects'),
        collections(),
      ])
      return {
        count: all.results.length,
        types: TYPES.flatMap((type) => (types.has(type) ? [{ type, count: types.get(type)! }] : [])),
        decades: [...years]
          .flatMap(([value, count]) => (/^\d+s$/.test(value) ? [{ decade: parseInt(value, 10), count }] : []))
          .sort((a, b) => a.decade - b.decade),
        undated: years.get(NO_YEAR) ?? 0,
        earlier: years.get(EARLIER_YEARS) ?? 0,
        subjects: subjectNames
          .map(([id, subject_name]) => ({ id, subject_name, count: subjects.get(String(id)) ?? 0 }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count || a.id - b.id)
          .filter(({ id }, at) => at < MOST_FACET_SUBJECTS || search.subjects.includes(id)),
        collections: allCollections
          .map(({ id, collection_name }) => ({ id, collection_name, count: inCollections.get(String(id)) ?? 0 }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => a.id - b.id),
      }
    },
    async places(search) {
      const query = queryOf(search)
      const found = countsOf(await ask(search.search, { ...query, place: query.place ?? COUNTED }), 'place')
      return found.map(([id, count]) => ({ location: Number(id), count })).sort((a, b) => a.location - b.location)
    },
    async suggest(kind, text, most) {
      const words = searchWords(text)
      const rows = (await namesOf(kind)).map(([id, name, detail, others]) => ({ id, name, detail, others }))
      const isFound = ({ name, others }: (typeof rows)[number]) => {
        const names = indexText(name, ...others)
        return words.length > 0 && words.every((word) => names.includes(word))
      }
      const { tags, more } = rankTags(rows.filter(isFound), text, most, kind === 'people' ? 'part' : 'name')
      return { tags: tags.map(({ id, name, detail }) => ({ id, name, detail })), more }
    },
    collections,
    async collection(id) {
      const all = await collections()
      const find = (wanted: number | null) => all.find((each) => each.id === wanted) ?? null
      const collection = find(id)
      const children = all.filter((each) => each.parent_collection === id)
      return collection && { collection, parent: find(collection.parent_collection), children }
    },
    async names(kind, ids) {
      if (kind === 'place') return new Map((await Promise.all(ids.map(placeName))).flat())
      return new Map((await namesOf(kind)).flatMap(([id, name]) => (ids.includes(id) ? [[id, name]] : [])))
    },
  }
}

const wanted = (ids: readonly number[], mode: TagMode = 'OR'): IndexQuery[IndexFilter] =>
  ids.length === 0 ? undefined : mode === 'AND' ? { all: ids.map(String) } : { any: ids.map(String) }
const countsOf = ({ filters }: Answer, name: IndexFilter): [value: string, count: number][] =>
  Object.entries(filters[name] ?? {}).filter(([, count]) => count > 0)

/** Shares answers by key. A failure is forgotten, so that the next call tries again. */
function createCache<Value>(load: (key: string) => Promise<Value>) {
  const cache = new Map<string, Promise<Value>>()
  return {
    read(key: string): Promise<Value> {
      const value = cache.get(key) ?? load(key)
      cache.set(key, value)
      value.catch(() => cache.delete(key))
      return value
    },
    clear: () => cache.clear(),
  }
}
