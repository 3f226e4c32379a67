import type { SearchTerm } from './search-terms.ts'
import { OTHER_WORDS, searchText } from './search-text.ts'

export interface NamedRow {
  id: number
  text: string
}
/** The records found, best first, and the rank of the first. */
export interface RankedNames {
  ids: number[]
  best: number
}
/** How well a name matches: it is what was typed, begins or ends so, has all terms, or does not, so that the record was found by its texts. */
export const NAME_RANK = { same: 0, partly: 1, named: 2, text: 3 } as const

/** Ranks records that were found. Ties are in the natural order of names, then of ids. */
export function rankNames(rows: readonly NamedRow[], search: string, terms: readonly SearchTerm[]): RankedNames {
  const typed = searchText(search)
  const rankOf = (text: string) => {
    if (!hasTerms(text, terms)) return NAME_RANK.text
    const [name] = text.split(OTHER_WORDS)
    return name === typed
      ? NAME_RANK.same
      : name!.startsWith(`${typed} `) || name!.endsWith(` ${typed}`)
        ? NAME_RANK.partly
        : NAME_RANK.named
  }
  const ranked = rows
    .map((row) => ({ ...row, key: naturalKey(row.text), rank: rankOf(row.text) }))
    .sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
  return { ids: ranked.map(({ id }) => id), best: ranked[0]?.rank ?? NAME_RANK.text }
}

/** Numbers sort by their value: 2 Mill Row before 10. */
const naturalKey = (text: string) => text.replace(/\d+/g, (number) => number.padStart(9, '0'))

/** Each term is a word, the beginning of a word, or a phrase of the text, as in the full text of items. */
export function hasTerms(text: string, terms: readonly SearchTerm[]): boolean {
  const words = ` ${text} `
  return terms.every(({ forms, prefix }) => forms.some((form) => words.includes(prefix ? ` ${form}` : ` ${form} `)))
}
