import { SEARCH_KINDS, type SearchKind } from './search-kinds.ts'

/**
 * Every word of the archive's records, folded (search-text.ts) and sorted, in files of 500 words. The search checks it first, because Pagefind
 * answers an unknown word with pages for other words.
 */
export const VOCABULARY = {
  list: '/pagefind/words.json',
  file: (hash: string) => `/pagefind/words/${hash}.txt`,
} as const

/**
 * Names of Pagefind's indexes in their folder: the shards of the base (a, b … z, a1 …), and the delta. For Pagefind they are languages, of which it must not know any, so that all share
 * its program and `pagefind-entry.json`. Its page list repeats the name for each record, so a short one saves bytes.
 */
export const INDEX_NAME = {
  shard: (at: number) => 'abcdefghijklmnopqrstuvwxyz'[at % 26]! + (at < 26 ? '' : Math.floor(at / 26)),
  delta: 'delta',
} as const

/** Number of records of each kind. They are in the order of SEARCH_KINDS, each kind in ascending order of ids. */
export type RecordCounts = Record<SearchKind, number>
export const countRecords = (records: RecordCounts): number =>
  SEARCH_KINDS.reduce((sum, kind) => sum + records[kind], 0)

/**
 * The base is built in shards, because building an index takes 46 kB of memory for each record. The records are dealt out: with three shards, the first has
 * those at the places 0, 3, 6 … So every shard has the same mixture, and scores of one are comparable with those of another.
 */
export const shardOf = (place: number, shards: number): number => place % shards

/** The words of an index: the first word of each file, and its hash. */
export type WordFiles = [first: string, hash: string][]

/** One of Pagefind's indexes. */
export interface IndexPart {
  name: string
  /** Number of its records. */
  size: number
  files: WordFiles
}

/** A small index of the records that are new or different since the base index was made; without records there is none. */
export interface SearchDelta extends IndexPart {
  records: RecordCounts
  /** Places in the base index of the records that were changed or removed since, ascending. */
  hidden: number[]
  /** Ids of items, ascending: those in the delta, and the hidden ones. */
  items: { added: number[]; hidden: number[] }
}

export interface VocabularyList {
  /** Changes with the search index. */
  version: string
  /** Of the base, all shards together. */
  records: RecordCounts
  shards: IndexPart[]
  delta?: SearchDelta
}
