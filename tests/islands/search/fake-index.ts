import type { Pagefind, PagefindRecord } from '#islands/search/engine.ts'

/** A small index in memory with Pagefind's own calls: a record matches when its title holds every word. */
export function fakeIndex(records: { title: string; kind: string; type?: string; score?: number }[]) {
  const calls: string[] = []
  const record = (row: (typeof records)[number], at: number): PagefindRecord => ({
    url: `/${row.kind}/${at}/`,
    excerpt: row.title,
    meta: { title: row.title, kind: row.kind, ...(row.type && { type: row.type }) },
  })
  const count = (rows: typeof records, key: 'kind' | 'type') => {
    const counts: Record<string, number> = {}
    for (const row of rows) if (row[key]) counts[row[key]] = (counts[row[key]] ?? 0) + 1
    return counts
  }
  const pagefind: Pagefind = {
    options: async () => undefined,
    filters: async () => ({}),
    destroy: async () => undefined,
    search: async (words, { filters }) => {
      calls.push(words)
      const asked = words.toLowerCase().split(' ')
      const matching = records
        .map((row, at) => ({ row, at }))
        .filter(({ row }) => asked.every((word) => row.title.toLowerCase().includes(word)))
        .filter(
          ({ row }) => (!filters.kind || row.kind === filters.kind) && (!filters.type || row.type === filters.type),
        )
        .sort((a, b) => (b.row.score ?? 0) - (a.row.score ?? 0))
      const rows = matching.map(({ row }) => row)
      return {
        results: matching.map(({ row, at }) => ({ score: row.score ?? 0, data: async () => record(row, at) })),
        filters: { kind: count(rows, 'kind'), type: count(rows, 'type') },
      }
    },
  }
  return { pagefind, calls }
}
