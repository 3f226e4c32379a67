import type { ReadableAtom } from 'nanostores'
import type { Collection } from '#contract/collection.ts'
import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import type { ItemType, TAG_MODES } from '#contract/item.ts'
import { LAYOUTS, type Layout } from '#rules/collection-address.ts'
import type { ResultCard } from '#rules/result-card.ts'
import type { Years } from '../shared/years.ts'

/** What the collection page knows and does, without React (spec §2 "Collection page"). The page reads the stores and calls the actions. */

export const TAG_KINDS = ['people', 'subjects', 'organizations'] as const
export type TagKind = (typeof TAG_KINDS)[number]
export type TagMode = (typeof TAG_MODES)[number]

/** `name` is null while it is not known: an address names ids only. "Unknown person" and the like for an id that nobody knows. */
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
  /** A zone, as links of the map and of items ask for it. */
  place: Tag | null
}

export { LAYOUTS, type Layout }

/** `api`: as published now; `snapshot`: the API was away, and the last build answered. */
export type Source = 'api' | 'snapshot'

/** `loading` keeps what was shown before, so that nothing jumps; `items` are empty before the first answer. */
export interface Results {
  state: 'loading' | 'ready' | 'failed'
  page: number
  pages: number
  /** Null before the first answer. */
  count: number | null
  items: readonly ResultCard[]
  source: Source
}

export type Suggestions =
  | { state: 'idle' }
  /** Two characters or fewer (spec §5). */
  | { state: 'more-letters' }
  | { state: 'searching' }
  | { state: 'found'; tags: readonly { id: number; name: string; detail: string }[]; more: number }

/** The chosen collection, what it lies in, and what lies in it (spec §2 "Collection info box"). */
export interface CollectionInfo {
  collection: Collection
  parent: Collection | null
  children: readonly Collection[]
}

export interface CollectionStores {
  $filters: ReadableAtom<Filters>
  $layout: ReadableAtom<Layout>
  $results: ReadableAtom<Results>
  /** Null where the API has none, or they are not known yet. */
  $facets: ReadableAtom<ItemFacets | null>
  /** Asked for only while the layout is the map. */
  $places: ReadableAtom<ItemPlaces | null>
  $info: ReadableAtom<CollectionInfo | null>
  /** Every collection, for the choice of one; empty until known. */
  $collections: ReadableAtom<readonly Collection[]>
  $suggestions: ReadableAtom<Readonly<Record<TagKind, Suggestions>>>
  /** The sentence of a refused tag (spec §5), until that input is changed. */
  $refused: ReadableAtom<Readonly<Record<TagKind, string | null>>>
  /** True while the API does not answer and the last build does. */
  $away: ReadableAtom<boolean>
  /** True when a part of the address could not be read and was passed over. */
  $nonsense: ReadableAtom<boolean>
  /** True when somebody's token is stored: "Add Item" instead of "Log In". */
  $loggedIn: ReadableAtom<boolean>

  /** As it is typed; the search itself waits a moment. `now`: at once (Enter). */
  search(text: string, now?: boolean): void
  /** As the slider is moved; the search itself waits a moment. `now`: at once (years that were typed and entered). */
  setYears(years: Years, now?: boolean): void
  /** The years of a decade, or the whole of time when they are set already. A decade before the slider's first year is passed over. */
  toggleDecade(decade: number): void
  /** False when the tag is there already, with its sentence in `$refused`. */
  addTag(kind: TagKind, tag: { id: number; name: string }): boolean
  removeTag(kind: TagKind, id: number): void
  setMode(kind: 'people' | 'subjects', mode: TagMode): void
  setType(type: ItemType | null): void
  setCollection(collection: { id: number; name: string } | null): void
  setPlace(place: { id: number; name: string } | null): void
  /** The text of a tag input, as it is typed. */
  suggest(kind: TagKind, text: string): void
  setLayout(layout: Layout): void
  turn(page: number): void
  /** Every filter as at the start. */
  reset(): void
  /** Asks once more for the page of results that is shown, the API too. */
  again(): void
  dismissNotice(): void
  /** The address of a search, for a link that can be opened in another tab. */
  hrefOf(change: Partial<Filters>): string
  /** Asks for what the address says, and looks who is logged in. Safe to call again, after `stop` too. */
  start(): void
  /** Asks for nothing any more: the visitor goes. */
  stop(): void
}
