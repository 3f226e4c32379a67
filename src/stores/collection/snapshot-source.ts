import type { Collection } from '#contract/collection.ts'
import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import { PAGING } from '#contract/limits.ts'
import type { Catalogue, CatalogueQuery } from '#rules/catalogue.ts'
import type { ResultCard } from '#rules/result-card.ts'
import { widestBeginning } from '#rules/search-beginnings.ts'
import { searchText, searchWords } from '#rules/search-text.ts'
import { fittest } from '#rules/tag-order.ts'
import { datesOf, isEveryYear } from '../shared/years.ts'
import type { Filters, TagKind } from './collection-stores.ts'
import { createSnapshotFiles } from './snapshot-files.ts'

/** What the collection page asks while the API is away: the same questions, answered by the files of the last build. */

export interface SnapshotParts {
  /** Reads a JSON file of the last build, by its address on the site. Rejects when it is not there, or is no JSON. */
  data(path: string): Promise<unknown>
  /** Ids of the items that hold these words, the best first (islands/collection/pagefind-ids.ts). Rejects when the search index cannot be reached. */
  search(words: string): Promise<readonly number[]>
  thisYear: number
}

export interface SuggestedTag {
  id: number
  name: string
  /** Years of a person or an organization, the parent of a subject; empty where there is none. */
  detail: string
}

/**
 * Every call rejects when a file that it needs is not there or cannot be read; the next call tries again. Nothing is read before it is needed, and
 * nothing twice. `page` counts from 1; a page past the end is empty. Whoever calls drops answers that come late.
 */
export interface SnapshotSource {
  list(filters: Filters, page: number): Promise<{ count: number; items: ResultCard[] }>
  facets(filters: Filters): Promise<ItemFacets>
  places(filters: Filters): Promise<ItemPlaces>
  /** The best first, at most `most` of them; `more` is how many there are besides. */
  suggest(kind: TagKind, text: string, most: number): Promise<{ tags: SuggestedTag[]; more: number }>
  collections(): Promise<Collection[]>
  /** Names of those ids that the last build knows. */
  names(kind: TagKind | 'places', ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

export function createSnapshotSource({ data, search, thisYear }: SnapshotParts): SnapshotSource {
  const files = createSnapshotFiles(data, thisYear)
  /** The words of the last list: its counts and its places ask for the same. */
  let asked: { words: string; found: Promise<readonly number[]> } | undefined

  function holding(words: string): Promise<readonly number[]> {
    if (asked?.words !== words) {
      const found = search(words)
      const turn = { words, found }
      asked = turn
      found.catch(() => {
        if (asked === turn) asked = undefined
      })
    }
    return asked.found
  }
  async function ask(
    filters: Filters,
  ): Promise<{ catalogue: Catalogue; query: CatalogueQuery; best?: readonly number[] }> {
    const words = searchWords(filters.search).map(widestBeginning).join(' ')
    // Signs that are no words find nothing, as through the API.
    const found = words !== '' ? holding(words) : filters.search.trim() === '' ? undefined : []
    const [catalogue, best] = await Promise.all([files.catalogue(), found])
    const query = queryOf(filters, thisYear)
    return best === undefined ? { catalogue, query } : { catalogue, query: { ...query, matching: new Set(best) }, best }
  }

  return {
    async list(filters, page) {
      const { catalogue, query, best } = await ask(filters)
      const inOrder = catalogue.find(query)
      // As the API lists them: the best first where words were asked for, by date otherwise.
      const kept = best && new Set(inOrder)
      const found = kept ? best.filter((id) => kept.has(id)) : inOrder
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
    async suggest(kind, text, most) {
      const words = searchWords(text)
      const rows = await files.names(kind)
      const found = words.length === 0 ? [] : rows.filter(({ folded }) => words.every((word) => folded.includes(word)))
      const { tags, more } = fittest(found, searchText(text), most)
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
  const ids = (tags: readonly { id: number }[]) => tags.map(({ id }) => id)
  return {
    ...(!isEveryYear(years, thisYear) && { date: datesOf(years) }),
    ...(type && { type }),
    ...(collection && { collection: collection.id }),
    ...(place && { location: [place.id] }),
    people: { mode: peopleMode, ids: ids(people) },
    subjects: { mode: subjectsMode, ids: ids(subjects) },
    organizations: ids(organizations),
  }
}
