/** Files of the last build for the collection page, which the search index (index-filters.ts) does not have. */
export const COLLECTION_DATA = {
  cards: (file: number) => `/data/items/cards/${file}.json`,
  /** All collections, as the API lists them. */
  collections: '/data/collections.json',
  /** NamesFile: suggestions for tag inputs, and names of ids. */
  names: (kind: 'people' | 'subjects' | 'organizations') => `/data/names/${kind}.json`,
} as const

/**
 * Result cards of a file. Few, because a page of ten results may need ten files. An item's id determines its file, so a new item changes one file and a
 * release can hard-link all others.
 */
const CARDS_PER_FILE = 20
export const cardsFile = (item: number): number => Math.floor(item / CARDS_PER_FILE)

/** `detail` distinguishes records of the same name; `others` are alternative names. */
export type NamesFile = readonly (readonly [id: number, name: string, detail: string, others: readonly string[]])[]
