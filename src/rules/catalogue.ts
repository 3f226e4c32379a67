import type { ItemFacets, ItemPlaces } from '../contract/item-facets.ts'
import type { ItemType } from '../contract/item.ts'
import type { TimeRange } from './time-range.ts'

/**
 * The last build's items as a browser searches them while the API is away: the same filters, over columns. Words are Pagefind's; the cards of what was
 * found lie in files of CARDS_PER_FILE.
 */
export const CATALOGUE = {
  index: '/data/items/index.json',
  cards: (file: number) => `/data/items/cards/${file}.json`,
  /** Every collection as the API lists them. */
  collections: '/data/collections.json',
  /** NamesFile: what tag inputs suggest, and what an id is called. */
  names: (kind: 'people' | 'subjects' | 'organizations') => `/data/names/${kind}.json`,
} as const

/**
 * Few enough that a page of ten results, which may lie in ten files, is a light page. An item's file follows from its id, so that a new item changes
 * one file, and a release takes over all others.
 */
export const CARDS_PER_FILE = 20
export const cardsFile = (item: number): number => Math.floor(item / CARDS_PER_FILE)

/** `others` are names besides; `detail` tells those of the same name apart. */
export type NamesFile = readonly (readonly [id: number, name: string, detail: string, others: readonly string[]])[]

/** What a list of items is narrowed by (spec §7), as the API's query says it; `matching` are the items that hold the words, where there are words. */
export interface CatalogueQuery {
  matching?: ReadonlySet<number>
  date?: TimeRange
  type?: ItemType
  /** Empty lists narrow nothing, as in the API's query. */
  location?: readonly number[]
  collection?: number
  organizations?: readonly number[]
  people?: { mode: 'OR' | 'AND'; ids: readonly number[] }
  subjects?: { mode: 'OR' | 'AND'; ids: readonly number[] }
}

export interface Catalogue {
  /** Ids of what was found, in the order of the API: by the start of the span, undated last, ids break ties. */
  find(query: CatalogueQuery): number[]
  /** As GET /api/items/facets/ counts them. */
  facets(query: CatalogueQuery): ItemFacets
  places(query: CatalogueQuery): ItemPlaces
  /** The file of cards in which an item's lies (CATALOGUE.cards); undefined for an item that is not in it. */
  fileOf(id: number): number | undefined
}
