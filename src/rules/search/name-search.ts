import type { SearchTerm } from './search-terms.ts'
import { OTHER_WORDS, searchText } from './search-text.ts'

export interface NamedRow {
  id: number
  text: string
}
/** The records that match, best first. `best`: 0 if the first one is called so, 1 if its name begins or ends so, 2 otherwise. */
export interface RankedNames {
  ids: number[]
  best: number
}

/** Each term is a word, the beginning of a word, or a phrase of the names, as in the full text of items. Ties are in the order of names, then of ids. */
export function bestNames(rows: readonly NamedRow[], search: string, terms: readonly SearchTerm[]): RankedNames {
  const typed = searchText(search)
  const rankOf = (text: string) => {
    const [name] = text.split(OTHER_WORDS)
    return name === typed ? 0 : name!.startsWith(`${typed} `) || name!.endsWith(` ${typed}`) ? 1 : 2
  }
  const matching = rows
    .filter(({ text }) => hasTerms(text, terms))
    .map((row) => ({ ...row, rank: rankOf(row.text) }))
    .sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.id - b.id))
  return { ids: matching.map(({ id }) => id), best: matching[0]?.rank ?? 2 }
}

export function hasTerms(text: string, terms: readonly SearchTerm[]): boolean {
  const words = ` ${text} `
  return terms.every(({ forms, prefix }) => forms.some((form) => words.includes(prefix ? ` ${form}` : ` ${form} `)))
}
