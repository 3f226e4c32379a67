import { searchText } from '#rules/search-text.ts'

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** A word as Pagefind 1.6 writes it, as far as it agrees with `searchText`: signs around it, apostrophes, accents and capitals do not count. */
const plainWord = (word: string) =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(EDGES, '')

/**
 * The words of a text, as searches of this site fold them, that Pagefind makes otherwise or not at all: letters that are no letter with an accent (Łódź: lodz),
 * what a dash joins (1880–1885: 1885), parts of a single sign (14-3: 3). Each once, with a space between them; empty for plain text.
 */
export function foldedWords(text: string): string {
  const words = new Set<string>()
  for (const word of text.split(/\s+/)) {
    const folded = searchText(word)
    if (folded !== plainWord(word)) for (const part of folded.split(' ')) words.add(part)
  }
  return [...words].join(' ')
}
