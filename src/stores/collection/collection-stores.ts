import type { ReadableAtom } from 'nanostores'
import type { Collection } from '#contract/collection.ts'
import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import type { ItemType, Shortened, TAG_MODES } from '#contract/item.ts'
import { LAYOUTS, type Layout } from '#rules/addresses/collection-address.ts'
import type { ResultCard } from '#views/result-card.ts'
import type { Years } from '../shared/years.ts'

/** State and actions of the collection page, without React (spec §2 "Collection page"). */

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
  state: 'loading' | 'ready' | 'failed'
  page: number
  pages: number
  /** Null before the first answer. */
  count: number | null
  items: readonly ResultCard[]
  source: Source
  /** Why the server shortened the search; mostly empty. */
  shortened: readonly Shortened[]
}

export type Suggestions =
  | { state: 'idle' }
  /** Two characters or fewer (spec §5). */
  | { state: 'more-letters' }
  | { state: 'searching' }
  | { state: 'found'; tags: readonly { id: number; name: string; detail: string }[]; more: number }

/** The chosen collection with its parent and children (spec §2 "Collection info box"). */
export interface CollectionInfo {
  collection: Collection
  parent: Collection | null
  children: readonly Collection[]
}

export interface CollectionStores {
  $filters: ReadableAtom<Filters>
  $layout: ReadableAtom<Layout>
  $results: ReadableAtom<Results>
  /** Null until loaded, and where the API has none. */
  $facets: ReadableAtom<ItemFacets | null>
  /** Loaded only while the layout is the map. */
  $places: ReadableAtom<ItemPlaces | null>
  $info: ReadableAtom<CollectionInfo | null>
  /** All collections to choose from; empty until loaded. */
  $collections: ReadableAtom<readonly Collection[]>
  $suggestions: ReadableAtom<Readonly<Record<TagKind, Suggestions>>>
  /** The sentence of a refused tag (spec §5), until that input changes. */
  $refused: ReadableAtom<Readonly<Record<TagKind, string | null>>>
  /** True while the last build answers for the API. */
  $away: ReadableAtom<boolean>
  /** True when a part of the address could not be read and was ignored. */
  $unreadable: ReadableAtom<boolean>
  /** True when an access token is stored: "Add Item" instead of "Log In". */
  $loggedIn: ReadableAtom<boolean>

  /** Called on every key, debounced. `now`: at once (Enter). */
  search(text: string, now?: boolean): void
  /** Called on every move of the slider, debounced. `now`: at once (typed years). */
  setYears(years: Years, now?: boolean): void
  /** Sets the years of a decade, or the full range when they are set already. Ignores decades outside the slider. */
  toggleDecade(decade: number): void
  /** False when the tag is already chosen; `$refused` has the sentence. */
  addTag(kind: TagKind, tag: { id: number; name: string }): boolean
  removeTag(kind: TagKind, id: number): void
  setMode(kind: 'people' | 'subjects', mode: TagMode): void
  setType(type: ItemType | null): void
  setCollection(collection: { id: number; name: string } | null): void
  setPlace(place: { id: number; name: string } | null): void
  /** Called on every key in a tag input. */
  suggest(kind: TagKind, text: string): void
  setLayout(layout: Layout): void
  goToPage(page: number): void
  /** Clears all filters. */
  reset(): void
  /** Loads the current page again, asking the API even if it just failed. */
  retry(): void
  dismissNotice(): void
  /** The address of a search, for links that open in another tab. */
  hrefOf(change: Partial<Filters>): string
  /** Loads what the address says, and checks for an access token. Safe to call again, also after `stop`. */
  start(): void
  /** Cancels all requests: the visitor leaves. */
  stop(): void
}
