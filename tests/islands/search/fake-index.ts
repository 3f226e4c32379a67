import type { EngineParts } from '#islands/search/engine.ts'
import type { Pagefind, PagefindRecord } from '#islands/search/pagefind.ts'
import type { Vocabulary } from '#islands/search/vocabulary.ts'
import { resultAddress, SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { searchWords } from '#rules/search/search-text.ts'

export interface FakeRecord {
  title: string
  kind: SearchKind
  type?: string
  score?: number
}

/** A small index in memory with Pagefind's own calls: a record matches when its title holds every word. Record n has the id n. */
export function fakeIndex(records: FakeRecord[], version = '1') {
  const calls: string[] = []
  const placeOf = ({ kind }: FakeRecord) => SEARCH_KINDS.indexOf(kind)
  const record = (row: FakeRecord, at: number): PagefindRecord => ({
    url: resultAddress(row.kind, at + 1),
    content: `About ${row.title}.`,
    excerpt: `About ${row.title}.`,
    meta: { title: row.title, ...(row.type && { type: row.type }) },
    filters: {},
  })
  const pagefind: Pagefind = {
    destroy: async () => undefined,
    merge: async () => undefined,
    search: async (words, { filters } = {}) => {
      if (words !== null) calls.push(words)
      const asked = searchWords(words ?? '')
      const matching = records
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => asked.every((word) => row.title.toLowerCase().includes(word)))
        .filter(({ row }) => !filters?.type || row.type === filters.type)
        .sort((a, b) => (words === null ? placeOf(a.row) - placeOf(b.row) : (b.row.score ?? 0) - (a.row.score ?? 0)))
      return {
        results: matching.map(({ row, at }) => ({
          id: String(at + 1),
          score: row.score ?? 0,
          data: async () => record(row, at),
        })),
      }
    },
  }
  const words = new Set(records.flatMap(({ title }) => searchWords(title)))
  const inWords = {
    has: async (beginning: string) => [...words].some((word) => word.startsWith(beginning)),
    nearest: async () => undefined,
  }
  const part = { name: 'a', size: records.length, files: [] }
  const vocabulary: Vocabulary = {
    version,
    ...inWords,
    shards: [part],
    parts: [{ ...part, ...inWords }],
    records: Object.fromEntries(
      SEARCH_KINDS.map((kind) => [kind, records.filter((each) => each.kind === kind).length]),
    ) as Vocabulary['records'],
  }
  const parts: EngineParts = { load: async () => pagefind, vocabulary: async () => vocabulary }
  return { pagefind, vocabulary, parts, calls }
}
