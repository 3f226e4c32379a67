import { shorten } from '../names/record-names.ts'
import { searchText, searchWords } from './search-text.ts'
import { wordForms } from './word-forms.ts'

/** Characters of an excerpt, and words before the match. */
const LENGTH = 200
const BEFORE = 8

/** The text around the first word of the search, or its beginning. */
export function excerptOf(text: string, search: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= LENGTH) return flat
  const beginnings = searchWords(search).flatMap(wordForms)
  const words = flat.split(' ')
  const isFound = (word: string) => beginnings.some((beginning) => ` ${searchText(word)}`.includes(` ${beginning}`))
  const from = Math.max(0, words.findIndex(isFound) - BEFORE)
  return `${from > 0 ? '…' : ''}${shorten(words.slice(from).join(' '), LENGTH)}`
}
