import { searchText } from './search-text.ts'

/** 0: equal; 1: prefix of the name; 2: prefix of a word; 3: elsewhere in the name. */
function rank(name: string, typed: string): number {
  const text = searchText(name)
  if (text === typed) return 0
  if (text.startsWith(typed)) return 1
  if (` ${text}`.includes(` ${typed}`)) return 2
  return 3
}

/** The `most` best matches, ties by name; `more` is the number of rows left out. */
export function rankTags<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  typed: string,
  most: number,
): { tags: Row[]; more: number } {
  const text = searchText(typed)
  const sorted = rows
    .map((row) => ({ row, rank: rank(row.name, text) }))
    .sort((a, b) => a.rank - b.rank || a.row.name.localeCompare(b.row.name, 'en') || a.row.id - b.row.id)
  return { tags: sorted.slice(0, most).map(({ row }) => row), more: Math.max(0, rows.length - most) }
}
