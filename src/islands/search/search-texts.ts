import { isPhrase } from '#rules/search/phrases.ts'
import { phraseForms } from '#rules/search/search-terms.ts'
import { searchText, searchWords } from '#rules/search/search-text.ts'
import { wordForms } from '#rules/search/word-forms.ts'

/** What every form of a word begins with (churches: church). The index has the other ones (release/search/custom-record.ts). */
const beginningOf = (word: string) =>
  wordForms(word)
    .filter((form) => word.startsWith(form))
    .reduce((shortest, form) => (form.length < shortest.length ? form : shortest))

/** What Pagefind is asked for typed text: the first that finds anything counts. After the words as typed, two of them joined: mill pond as millpond, C N R as cnr. */
export function searchTexts(typed: string): string[] {
  if (isPhrase(typed)) return phraseForms(searchText(typed)).flatMap((text) => (text.trim() ? [`"${text}"`] : []))
  const words = searchWords(typed)
  if (words.length === 0) return []
  const joined = words.slice(1).map((word, at) => [...words.slice(0, at), words[at]! + word, ...words.slice(at + 2)])
  const isInitials = words.length > 2 && words.every((word) => word.length === 1)
  return [words, ...joined, ...(isInitials ? [[words.join('')]] : [])].map((each) => each.map(beginningOf).join(' '))
}
