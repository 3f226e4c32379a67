import { SEARCH_WORK } from '#contract/limits.ts'
import type { Shortened } from '#contract/item.ts'
import { splitPhrases } from './phrases.ts'
import { wordForms } from './word-forms.ts'
import { searchText, searchWords } from './search-text.ts'

/** A search word and its other forms, or a phrase: several words in this order. A `prefix` term matches words that begin with one of the forms. */
export interface SearchTerm {
  forms: readonly string[]
  prefix: boolean
}

const letters = (word: string) => [...word].length
const cut = (word: string) =>
  word.length > SEARCH_WORK.letters ? [...word].slice(0, SEARCH_WORK.letters).join('') : word

/** The forms of each word: its endings, and joined with its neighbour (mill pond: millpond) or as initials (C N R: CNR). */
function formsOf(words: readonly string[]): string[][] {
  const runs = words.join(' ').match(/(?<!\S)\S(?: \S)+(?!\S)/gu) ?? []
  const initials = runs.map((run) => run.replaceAll(' ', ''))
  return words.map((word, at) => {
    const joined = [words[at - 1] && words[at - 1]! + word, words[at + 1] && word + words[at + 1]!]
    const others = [...joined, ...(letters(word) === 1 ? initials : [])].flatMap((each) => (each ? cut(each) : []))
    return [...new Set([...wordForms(word), ...others])]
  })
}
/** "St. John" is in St. John's, too. */
export const phraseForms = (words: string): string[] => (words.endsWith('s') ? [words] : [words, `${words}s`])

/** Bounds the cost of a search. Dropping words only adds results. */
export const limitedWords = (search: string): string[] => searchWords(search).slice(0, SEARCH_WORK.words)

/** The phrases in quotation marks, as many as have this number of words together; the last is cut if need be. */
function limitedPhrases(phrases: readonly string[], most: number): string[][] {
  let left = most
  return [...new Set(phrases.map((phrase) => searchText(phrase)))].flatMap((phrase) => {
    const words = phrase.split(' ').filter(Boolean).slice(0, left).map(cut)
    left -= words.length
    return words.length > 0 ? [words] : []
  })
}

/**
 * The last word is a prefix, because it may be half typed. Other words need two letters for that: a single letter is a prefix in nearly every item. Words in
 * quotation marks are whole words in this order.
 */
export function searchTerms(search: string): { terms: SearchTerm[]; shortened: Shortened[] } {
  const { phrases, rest } = splitPhrases(search)
  const quoted = limitedPhrases(phrases, SEARCH_WORK.words)
  const all = searchWords(rest).map(cut)
  const words = all.slice(0, SEARCH_WORK.words - quoted.flat().length)
  const isPrefix = (word: string, at: number) => at === all.length - 1 || letters(word) >= SEARCH_WORK.prefixLetters
  const shortened: Shortened[] = []
  const asked = limitedPhrases(phrases, Infinity).flat().length + all.length
  if (asked > quoted.flat().length + words.length) shortened.push('words')
  if (words.some((word, at) => !isPrefix(word, at))) shortened.push('letters')
  return {
    terms: [
      ...quoted.map((phrase) => ({ forms: phraseForms(phrase.join(' ')), prefix: false })),
      ...formsOf(words).map((forms, at) => ({ forms, prefix: isPrefix(words[at]!, at) })),
    ],
    shortened,
  }
}
