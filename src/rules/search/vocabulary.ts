import type { SearchKind } from './search-kinds.ts'

/**
 * Every word of the archive's records, folded (search-text.ts) and sorted, in files of 1,000 words. The search checks it first, because Pagefind
 * answers an unknown word with pages for other words.
 */
export const VOCABULARY = {
  list: '/pagefind/words.json',
  file: (hash: string) => `/pagefind/words/${hash}.txt`,
} as const

export interface VocabularyList {
  /** Changes with the search index. */
  version: string
  /** Number of records of each kind. */
  records: Record<SearchKind, number>
  /** The first word of each file, and its hash. */
  files: [first: string, hash: string][]
}
