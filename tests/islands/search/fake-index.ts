import type { EngineParts } from '#islands/search/engine.ts'
import type { Pagefind, PagefindFilters, PagefindRecord } from '#islands/search/pagefind.ts'
import type { Vocabulary } from '#islands/search/vocabulary.ts'
import { searchWords } from '#rules/search/search-text.ts'

export interface FakeRecord {
  title: string
  kind: string
  type?: string
  score?: number
}

/** A small index in memory with Pagefind's own calls: a record matches when its title holds every word. Record n is `/kind/n/`, and called n. */
export function fakeIndex(records: FakeRecord[], version = '1') {
  const calls: (string | null)[] = []
  const record = (row: FakeRecord, at: number): PagefindRecord => ({
    url: row.kind === 'item' ? `/itemview/${at + 1}/` : `/${row.kind}/${at + 1}/`,
    content: `About ${row.title}.`,
    excerpt: `About ${row.title}.`,
    meta: { title: row.title, ...(row.type && { type: row.type }) },
    filters: {},
  })
  const passes = (row: FakeRecord, { kind, type, not }: PagefindFilters = {}): boolean =>
    (kind === undefined || (row.kind !== 'item' && row.kind === kind)) &&
    (type === undefined || row.type === type) &&
    !not?.any.some((each) => passes(row, each))
  const pagefind: Pagefind = {
    destroy: async () => undefined,
    search: async (words, { filters } = {}) => {
      calls.push(words)
      const asked = searchWords(words ?? '')
      const matching = records
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => asked.every((word) => row.title.toLowerCase().includes(word)) && passes(row, filters))
        .sort((a, b) => (words === null ? 0 : (b.row.score ?? 0) - (a.row.score ?? 0)))
      return {
        totalFilters: {},
        results: matching.map(({ row, at }) => ({
          id: String(at + 1),
          score: row.score ?? 0,
          data: async () => record(row, at),
        })),
      }
    },
  }
  const words = new Set(records.flatMap(({ title }) => searchWords(title)))
  const vocabulary: Vocabulary = {
    version,
    has: async (beginning) => [...words].some((word) => word.startsWith(beginning)),
    nearest: async () => undefined,
  }
  const parts: EngineParts = { load: async () => pagefind, vocabulary: async () => vocabulary }
  return { pagefind, vocabulary, parts, calls }
}
