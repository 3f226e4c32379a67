import type { CustomRecord } from 'pagefind'
import { resultAddress } from '#rules/search/search-kinds.ts'
import { otherWords, searchText } from '#rules/search/search-text.ts'
import { wordForms } from '#rules/search/word-forms.ts'
import type { SearchRecord } from './records.ts'

/**
 * A Pagefind custom record. Excerpts come from `content`; `meta` is searched too, with its own weights (islands/search/pagefind.ts). Filters are not
 * searched: `picture` and `holdings` are only for display.
 */
export function toPagefind({
  kind,
  id,
  title,
  type,
  typeName,
  surname,
  years,
  image,
  text,
  words,
  filters,
}: SearchRecord) {
  const content = text.trim() || title
  // How many items a place has is shown, but not searched.
  const [searched, holdings] = kind === 'place' ? ['', years] : [years, '']
  const all = [title, searched, content].filter(Boolean).join(' ')
  const meta = {
    title,
    surname,
    type: typeName,
    years: searched,
    words: [words, otherWritings(all, words)].filter(Boolean).join(' '),
  }
  return {
    url: resultAddress(kind, id),
    content,
    meta: Object.fromEntries(Object.entries(meta).filter((pair): pair is [string, string] => Boolean(pair[1]))),
    filters: {
      ...filters,
      type: [type ?? kind],
      ...(image && { picture: [image] }),
      ...(holdings && { holdings: [holdings] }),
    },
  } satisfies Omit<CustomRecord, 'language'>
}

/** What a text is also found by. @param words folded ones beside it. */
export const otherWritings = (text: string, words = ''): string =>
  [foldedWords(text), otherWords(text), otherForms(`${text} ${words}`)].filter(Boolean).join(' ')

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
function foldedWords(text: string): string {
  const words = new Set<string>()
  for (const word of new Set(text.split(/\s+/))) {
    const folded = searchText(word)
    if (folded !== plainWord(word)) words.add(folded)
  }
  return [...words].join(' ')
}

/** The other forms of words whose ending changes (family: families). Where one form begins the other, a search for it finds both (islands/search/engine.ts). */
function otherForms(text: string): string {
  const words = new Set(searchText(text).split(' '))
  const forms = [...words].flatMap((word) =>
    wordForms(word).filter((form) => !word.startsWith(form) && !form.startsWith(word)),
  )
  return [...new Set(forms)].filter((form) => !words.has(form)).join(' ')
}
