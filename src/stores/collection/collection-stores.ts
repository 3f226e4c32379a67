import type { Collection } from '#contract/collection.ts'
import type { ItemType, PeopleRole, Shortened, TAG_MODES } from '#contract/item.ts'
import { type CollectionSearch, LAYOUTS, type Layout } from '#rules/addresses/collection-address.ts'
import type { ResultCard } from '#views/result-card.ts'
import type { Years } from '../shared/years.ts'

export const TAG_KINDS = ['people', 'subjects', 'organizations'] as const
export type TagKind = (typeof TAG_KINDS)[number]
export type TagMode = (typeof TAG_MODES)[number]

/** `name` is null until it is loaded: an address holds only ids. An id without a record is "Unknown person" and the like. */
export interface Tag {
  id: number
  name: string | null
}

/** Spec §3 "query filters". Organizations have no AND (spec §7). */
export interface Filters {
  search: string
  years: Years
  people: readonly Tag[]
  peopleMode: TagMode
  /** What the chosen people have to do with the items; null for any. Only our server knows it. */
  peopleAs: PeopleRole | null
  subjects: readonly Tag[]
  subjectsMode: TagMode
  organizations: readonly Tag[]
  type: ItemType | null
  collection: Tag | null
  /** A zone: links from the map and from items filter by it. */
  place: Tag | null
}

export { LAYOUTS, type Layout }

/** `api`: as published now; `snapshot`: from the last build, because the API was away. */
export type Source = 'api' | 'snapshot'

/** `loading` keeps the previous results, so that nothing jumps. `items` is empty before the first answer. */
export interface Results {
  /** What they answer; while others load, what is shown. */
  search: CollectionSearch
  state: 'loading' | 'ready' | 'failed'
  page: number
  pages: number
  /** Null before the first answer. */
  count: number | null
  items: readonly ResultCard[]
  source: Source
  /** Why the server shortened the search; mostly empty. */
  shortened: readonly Shortened[]
  /** Nothing was found: the search in better spelling, which finds something; mostly empty. */
  suggestion: string
}

/** The chosen collection with its parent and children (spec §2 "Collection info box"). */
export interface CollectionInfo {
  collection: Collection
  parent: Collection | null
  children: readonly Collection[]
}
