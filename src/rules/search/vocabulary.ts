import type { SearchKind } from './search-kinds.ts'

/**
 * Every word of the archive's records, folded (search-text.ts) and sorted, in files of 1,000 words. The search checks it first, because Pagefind
 * answers an unknown word with pages for other words.
 */
export const VOCABULARY = {
  list: '/pagefind/words.json',
  file: (hash: string) => `/pagefind/words/${hash}.txt`,
} as const

/** Names of the two indexes in Pagefind's folder. For Pagefind they are languages, so that both share its program and `pagefind-entry.json`. */
export const INDEX_NAME = { base: 'unknown', delta: 'delta' } as const

/** The records and words of one index. */
export interface IndexWords {
  /** Number of records of each kind. A search without words returns them kind by kind, each in ascending order of ids. */
  records: Record<SearchKind, number>
  /** The first word of each file, and its hash. */
  files: [first: string, hash: string][]
}

/** A small index of the records that are new or different since the base index was made. */
export interface SearchDelta extends IndexWords {
  /** Places in the base index of the records that were changed or removed since, ascending. */
  hidden: number[]
  /** Ids of items, ascending: those in the delta, and the hidden ones. */
  items: { added: number[]; hidden: number[] }
}

export interface VocabularyList extends IndexWords {
  /** Changes with the search index. */
  version: string
  delta?: SearchDelta
}
