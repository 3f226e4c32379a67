import { searchText } from '#rules/search/search-text.ts'

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Pagefind 1.6's normalization, as far as it agrees with `searchText`: surrounding punctuation, apostrophes, accents and case are ignored. */
const plainWord = (word: string) =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(EDGES, '')

/**
 * The words of a text that Pagefind tokenizes differently from `searchText`, folded: letters that do not decompose (Łódź: lodz), words joined by a dash
 * (1880–1885: 1880 1885), single-character parts (14-3: 14 3). Each once, in the order of the text, so that phrases match.
 */
export function foldedWords(text: string): string {
  const words = new Set<string>()
  for (const word of new Set(text.split(/\s+/))) {
    const folded = searchText(word)
    if (folded !== plainWord(word)) words.add(folded)
  }
  return [...words].join(' ')
}
