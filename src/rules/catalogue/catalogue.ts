import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import type { ItemType } from '#contract/item.ts'
import type { TimeRange } from '../dates/time-range.ts'

/**
 * The last build's items, searched in the browser while the API is unreachable: the same filters, over columns. Pagefind matches the words. Result cards
 * are in files of CARDS_PER_FILE.
 */
export const CATALOGUE = {
  index: '/data/items/index.json',
  cards: (file: number) => `/data/items/cards/${file}.json`,
  /** All collections, as the API lists them. */
  collections: '/data/collections.json',
  /** NamesFile: suggestions for tag inputs, and names of ids. */
  names: (kind: 'people' | 'subjects' | 'organizations') => `/data/names/${kind}.json`,
} as const

/**
 * Small, because a page of ten results may need ten files. An item's id determines its file, so a new item changes one file and a release can hard-link
 * all others.
 */
export const CARDS_PER_FILE = 20
export const cardsFile = (item: number): number => Math.floor(item / CARDS_PER_FILE)

/** `detail` distinguishes records of the same name; `others` are alternative names. */
export type NamesFile = readonly (readonly [id: number, name: string, detail: string, others: readonly string[]])[]

/** The item filters of spec §7, as in the API's query; `matching` are the items that contain the searched words, if there are any. */
export interface CatalogueQuery {
  matching?: ReadonlySet<number>
  date?: TimeRange
  type?: ItemType
  /** Empty lists filter nothing, as in the API's query. */
  location?: readonly number[]
  collection?: number
  organizations?: readonly number[]
  people?: { mode: 'OR' | 'AND'; ids: readonly number[] }
  subjects?: { mode: 'OR' | 'AND'; ids: readonly number[] }
}

export interface Catalogue {
  /** Ids of every item, ascending. */
  readonly ids: ArrayLike<number>
  /** Ids of the matches in the API's order: by start date, undated last, ties by id. */
  find(query: CatalogueQuery): number[]
  /** The counts of GET /api/items/facets/. */
  facets(query: CatalogueQuery): ItemFacets
  places(query: CatalogueQuery): ItemPlaces
  /** The file with an item's card (CATALOGUE.cards); undefined for an unknown item. */
  fileOf(id: number): number | undefined
}
