import type { EngineParts } from '#islands/search/engine.ts'
import type { Pagefind, PagefindRecord } from '#islands/search/pagefind.ts'
import { resultAddress, type SearchKind } from '#rules/search/search-kinds.ts'
import { searchWords } from '#rules/search/search-text.ts'

export interface FakeRecord {
  title: string
  kind: SearchKind
  type?: string
  score?: number
}

/**
 * A small index in memory with Pagefind's own calls: a record matches when its title holds every word, and a word that no title holds is cut until one
 * does, as Pagefind does it. Record n has the id n.
 */
export function fakeIndex(records: FakeRecord[], version = '1') {
  const calls: string[] = []
  const typeOf = ({ kind, type = 'photograph' }: FakeRecord) => (kind === 'item' ? type : kind)
  const has = (row: FakeRecord, word: string) => searchWords(row.title).some((each) => each.startsWith(word))
  const known = (word: string): string =>
    word === '' || records.some((row) => has(row, word)) ? word : known(word.slice(0, -1))
  const record = (row: FakeRecord, at: number): PagefindRecord => ({
    url: resultAddress(row.kind, at + 1),
    content: `About ${row.title}.`,
    excerpt: `About ${row.title}.`,
    meta: { title: row.title, ...(row.type && { type: row.type }) },
    filters: {},
  })
  const pagefind: Pagefind = {
    destroy: async () => undefined,
    search: async (words, { filters } = {}) => {
      if (words !== null) calls.push(words)
      const asked = searchWords(words ?? '').map(known)
      const type = filters?.type && 'any' in filters.type ? filters.type.any : []
      const matching = records
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => asked.every((word) => has(row, word)))
        .filter(({ row }) => type.length === 0 || type.includes(typeOf(row)))
        .sort((a, b) => (b.row.score ?? 0) - (a.row.score ?? 0))
      const counts: Record<string, number> = {}
      for (const { row } of matching) counts[typeOf(row)] = (counts[typeOf(row)] ?? 0) + 1
      return {
        results: matching.map(({ row, at }) => ({
          id: `a_${at + 1}`,
          score: row.score ?? 0,
          data: async () => record(row, at),
        })),
        filters: { type: counts },
      }
    },
  }
  const entry = async () => JSON.stringify({ version, languages: { a: {} } })
  const parts: EngineParts = { load: async () => pagefind, entry }
  return { pagefind, entry, parts, calls }
}
