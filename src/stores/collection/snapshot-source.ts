import type { Collection } from '#contract/collection.ts'
import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import { PAGING } from '#contract/limits.ts'
import type { Catalogue, CatalogueQuery } from '#rules/catalogue/catalogue.ts'
import type { ResultCard } from '#views/result-card.ts'
import { isPhrase } from '#rules/search/phrases.ts'
import { searchWords } from '#rules/search/search-text.ts'
import { rankTags } from '#rules/search/rank-tags.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import { dateRangeOf, isEveryYear } from '../shared/years.ts'
import type { Filters, TagKind } from './collection-stores.ts'
import { createSnapshotFiles } from './snapshot-files.ts'

/** Answers the collection page's queries from the files of the last build, while the API is away. */

export interface SnapshotParts {
  /** Reads a JSON file of the last build by its path. Rejects when it is missing or not JSON. */
  data(path: string): Promise<unknown>
  /** Ids of the items that match these words, best first. `all` is every item id in ascending order. Rejects when the search index is unreachable. */
  search(words: string, all: ArrayLike<number>): Promise<readonly number[]>
  thisYear: number
}

export interface SuggestedTag {
  id: number
  name: string
  /** Years of a person or an organization, the parent of a subject; empty where there is none. */
  detail: string
}

/**
 * Calls reject when a file is missing or unreadable, and the next call tries again. Files are loaded on first use and cached. `page` counts from 1;
 * a page past the end is empty. Callers drop late answers.
 */
export interface SnapshotSource {
  list(filters: Filters, page: number): Promise<{ count: number; items: ResultCard[] }>
  facets(filters: Filters): Promise<ItemFacets>
  places(filters: Filters): Promise<ItemPlaces>
  /** Best first, at most `limit`; `more` counts the rest. */
  suggest(kind: TagKind, text: string, limit: number): Promise<{ tags: SuggestedTag[]; more: number }>
  collections(): Promise<Collection[]>
  /** Names of the ids that the last build knows. */
  names(kind: TagKind | 'places', ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

export function createSnapshotSource({ data, search, thisYear }: SnapshotParts): SnapshotSource {
  const files = createSnapshotFiles(data, thisYear)
  /** The last full-text search: the list, its counts and its places share it. */
  let last: { words: string; search: ReturnType<typeof memoizeAsync<readonly number[]>> } | undefined

  function idsMatching(words: string): Promise<readonly number[]> {
    if (last?.words !== words)
      last = { words, search: memoizeAsync(async () => search(words, (await files.catalogue()).ids)) }
    return last.search()
  }
  async function ask(
    filters: Filters,
  ): Promise<{ catalogue: Catalogue; query: CatalogueQuery; best?: readonly number[] }> {
    // Pagefind knows a phrase only as the whole search.
    const words = isPhrase(filters.search) ? filters.search : searchWords(filters.search).join(' ')
    // Punctuation alone finds nothing, as in the API.
    const found = words !== '' ? idsMatching(words) : filters.search.trim() === '' ? undefined : []
    const [catalogue, best] = await Promise.all([files.catalogue(), found])
    const query = queryOf(filters, thisYear)
    return best === undefined ? { catalogue, query } : { catalogue, query: { ...query, matching: new Set(best) }, best }
  }

  return {
    async list(filters, page) {
      const { catalogue, query, best } = await ask(filters)
      const inOrder = catalogue.find(query)
      // The API's order: best match first for a text search, by date otherwise.
      const matching = best && new Set(inOrder)
      const found = matching ? best.filter((id) => matching.has(id)) : inOrder
      const shown = found.slice((page - 1) * PAGING.collection, page * PAGING.collection)
      return { count: found.length, items: await files.cards(catalogue, shown) }
    },
    async facets(filters) {
      const { catalogue, query } = await ask(filters)
      return catalogue.facets(query)
    },
    async places(filters) {
      const { catalogue, query } = await ask(filters)
      return catalogue.places(query)
    },
    async suggest(kind, text, limit) {
      const words = searchWords(text)
      const rows = await files.names(kind)
      const found = words.length === 0 ? [] : rows.filter(({ folded }) => words.every((word) => folded.includes(word)))
      const { tags, more } = rankTags(found, text, limit, kind === 'people' ? 'part' : 'name')
      return { tags: tags.map(({ id, name, detail }) => ({ id, name, detail })), more }
    },
    collections: files.collections,
    async names(kind, ids) {
      if (kind === 'places') return files.placeNames(ids)
      const asked = new Set(ids)
      return new Map((await files.names(kind)).flatMap(({ id, name }) => (asked.has(id) ? [[id, name]] : [])))
    },
  }
}

function queryOf(filters: Filters, thisYear: number): CatalogueQuery {
  const { years, type, collection, place, people, peopleMode, subjects, subjectsMode, organizations } = filters
  // Not from filters.ts, which is in the bundle of the page, not of the last build.
  const ids = (tags: readonly { id: number }[]) => tags.map(({ id }) => id)
  return {
    ...(!isEveryYear(years, thisYear) && { date: dateRangeOf(years) }),
    ...(type && { type }),
    ...(collection && { collection: collection.id }),
    ...(place && { location: [place.id] }),
    people: { mode: peopleMode, ids: ids(people) },
    subjects: { mode: subjectsMode, ids: ids(subjects) },
    organizations: ids(organizations),
  }
}
