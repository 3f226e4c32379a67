import type { Collection } from '#contract/collection.ts'
import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import type { Shortened, Sort } from '#contract/item.ts'
import type { CollectionSearch } from '#rules/addresses/collection-address.ts'
import type { ResultCard } from '#views/result-card.ts'
import type { SuggestedTag } from '../shared/suggestions.ts'
import type { CollectionInfo, TagKind } from './collection-stores.ts'

/** A search as its results are asked for. Pages count from 1; a sort of null is the usual order. */
export interface CollectionQuery {
  search: CollectionSearch
  page: number
  sort: Sort | null
}
interface ItemPage {
  count: number
  items: ResultCard[]
  /** Why the server shortened the search. */
  shortened: readonly Shortened[]
  /** The search in better spelling, if nothing was found. */
  suggestion: string
}

/** What answers the collection page: the API (api-source.ts), or the last build while that is away (built-source.ts). Calls reject when there is no answer. */
export interface ItemSource {
  /** It is the last build. */
  isBuilt?: true
  /** A page past the end is empty, and has the count. */
  list(query: CollectionQuery, signal: AbortSignal): Promise<ItemPage>
  facets(search: CollectionSearch, signal: AbortSignal): Promise<ItemFacets>
  places(search: CollectionSearch, signal: AbortSignal): Promise<ItemPlaces>
  /** Best first, at most `most`; `more` counts the rest. */
  suggest(
    kind: TagKind,
    text: string,
    most: number,
    signal: AbortSignal,
  ): Promise<{ tags: readonly SuggestedTag[]; more: number }>
  collections(signal: AbortSignal): Promise<Collection[]>
  /** Null when there is no such published collection. */
  collection(id: number, signal: AbortSignal): Promise<CollectionInfo | null>
  /** Names of the ids that exist. */
  names(kind: TagKind | 'place', ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>>
}
