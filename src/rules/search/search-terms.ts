import { SEARCH_WORK } from '#contract/limits.ts'
import type { Shortened } from '#contract/item.ts'
import { wordForms } from './word-forms.ts'
import { searchWords } from './search-text.ts'

/** A search word and its other forms; a `prefix` term matches words that begin with one of the forms. */
export interface SearchTerm {
  forms: readonly string[]
  prefix: boolean
}

const letters = (word: string) => [...word].length

/** Bounds the cost of a search. Dropping words only adds results. */
export const limitedWords = (search: string): string[] => searchWords(search).slice(0, SEARCH_WORK.words)

/** The last word is a prefix, because it may be half typed. Other words need two letters for that: a single letter is a prefix in nearly every item. */
export function searchTerms(search: string): { terms: SearchTerm[]; shortened: Shortened[] } {
  const all = searchWords(search)
  const words = limitedWords(search)
  const isPrefix = (word: string, at: number) => at === all.length - 1 || letters(word) >= SEARCH_WORK.prefixLetters
  const shortened: Shortened[] = []
  if (all.length > words.length) shortened.push('words')
  if (words.some((word, at) => !isPrefix(word, at))) shortened.push('letters')
  return { terms: words.map((word, at) => ({ forms: wordForms(word), prefix: isPrefix(word, at) })), shortened }
}
