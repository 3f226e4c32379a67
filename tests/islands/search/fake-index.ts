import type { ItemType } from '#contract/item.ts'
import { searchId, type SearchKind } from '#rules/search-ids.ts'
import type { Pagefind, PagefindRecord } from '#islands/search/engine.ts'

/** A small index in memory with Pagefind's own calls: a record matches when its title holds every word. */
export function fakeIndex(records: { title: string; kind: string; type?: string; score?: number }[]) {
  const calls: string[] = []
  const record = (row: (typeof records)[number], at: number): PagefindRecord => ({
    url: `/${row.kind}/${at}/`,
    excerpt: row.title,
    meta: { title: row.title, kind: row.kind, ...(row.type && { type: row.type }) },
  })
  const pagefind: Pagefind = {
    options: async () => undefined,
    destroy: async () => undefined,
    search: async (words) => {
      calls.push(words)
      const asked = words.toLowerCase().split(' ')
      const matching = records
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => asked.every((word) => row.title.toLowerCase().includes(word)))
        .sort((a, b) => (b.row.score ?? 0) - (a.row.score ?? 0))
      return {
        results: matching.map(({ row, at }) => ({
          id: searchId({ kind: row.kind as SearchKind, type: (row.type ?? 'photograph') as ItemType, id: at + 1 }),
          score: row.score ?? 0,
          data: async () => record(row, at),
        })),
      }
    },
  }
  return { pagefind, calls }
}
