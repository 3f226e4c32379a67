import { searchText } from './search-text.ts'

/** How well a name fits what was typed: it is that, begins with it, has a word that begins with it, or holds it somewhere else. */
function fit(name: string, typed: string): number {
  const text = searchText(name)
  if (text === typed) return 0
  if (text.startsWith(typed)) return 1
  if (` ${text}`.includes(` ${typed}`)) return 2
  return 3
}

/** The rows whose names fit best what was typed, the best first, those that fit as well by name; `more` is how many there are besides. */
export function fittest<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  typed: string,
  most: number,
): { tags: Row[]; more: number } {
  const text = searchText(typed)
  const sorted = rows
    .map((row) => ({ row, fit: fit(row.name, text) }))
    .sort((a, b) => a.fit - b.fit || a.row.name.localeCompare(b.row.name, 'en') || a.row.id - b.row.id)
  return { tags: sorted.slice(0, most).map(({ row }) => row), more: Math.max(0, rows.length - most) }
}
