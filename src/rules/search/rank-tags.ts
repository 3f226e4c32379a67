import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { searchText } from './search-text.ts'

/** 0: equal; 1: prefix of the name; 2: prefix of a word; 3: elsewhere in the name. */
function rank(name: string, typed: string): number {
  const text = searchText(name)
  if (text === typed) return 0
  if (text.startsWith(typed)) return 1
  if (` ${text}`.includes(` ${typed}`)) return 2
  return 3
}

/** Fewer letters than suggestions need (spec §5), but there are names of two: such a text asks only for names that are no longer. */
export const isShortName = (typed: string): boolean => typed.trim().length === SEARCH_MINIMUM.tags - 1
/** The same for a server: in quotation marks, whole words are asked for. */
export const suggestionQuery = (typed: string): string => (isShortName(typed) ? `"${typed.trim()}"` : typed)

/** The `most` best matches, ties by name; `more` is the number of rows left out. */
export function rankTags<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  typed: string,
  most: number,
  /** What two letters have to be: the whole name, or (of people) a whole part of it, Ng. */
  short?: 'name' | 'part',
): { tags: Row[]; more: number } {
  const text = searchText(typed)
  const isNamed = ({ name }: Row) =>
    searchText(name) === text || (short === 'part' && searchText(name).split(' ').includes(text))
  const found = short && isShortName(typed) ? rows.filter(isNamed) : rows
  const sorted = found
    .map((row) => ({ row, rank: rank(row.name, text) }))
    .sort((a, b) => a.rank - b.rank || a.row.name.localeCompare(b.row.name, 'en') || a.row.id - b.row.id)
  return { tags: sorted.slice(0, most).map(({ row }) => row), more: Math.max(0, found.length - most) }
}
