import { formsOf, phraseForms } from '#rules/search/search-terms.ts'
import { isPhrase } from '#rules/search/phrases.ts'
import { searchText, searchWords } from '#rules/search/search-text.ts'
import type { UnknownWord } from '#rules/search/spelling.ts'
import type { Words } from './vocabulary.ts'

/** What Pagefind is asked: a record matches if any of `texts` finds it. There are none if a word is unknown. */
export interface Query {
  texts: string[]
  unknown: UnknownWord[]
}

/** Limit of combinations of endings: five words that end in -y would make 32. */
const MOST_TEXTS = 4

/** Turns typed text into what Pagefind is asked. */
export async function readQuery(typed: string, vocabulary: Words): Promise<Query> {
  const words = searchWords(typed)
  const phrase = isPhrase(typed)
  const beginnings = await Promise.all(
    formsOf(words).map(async (forms, at) => {
      const wanted = phrase ? [words[at]!] : widest(forms)
      const known = await Promise.all(wanted.map((each) => vocabulary.has(each)))
      return wanted.filter((_, at) => known[at])
    }),
  )
  const missing = words.filter((_, at) => beginnings[at]!.length === 0)
  if (missing.length > 0)
    return {
      texts: [],
      unknown: await Promise.all(missing.map(async (word) => ({ word, nearest: await vocabulary.nearest(word) }))),
    }
  if (phrase) {
    const [text = '', ...others] = phraseForms(searchText(typed))
    const known = await Promise.all(others.map((each) => vocabulary.has(each.split(' ').at(-1)!)))
    const texts = text === '' ? [] : [text, ...others.filter((_, at) => known[at])]
    return { texts: texts.map((each) => `"${each}"`), unknown: [] }
  }
  const texts = beginnings.reduce<string[]>(
    (texts, forms) => texts.flatMap((text) => forms.map((form) => `${text} ${form}`.trim())),
    words.length > 0 ? [''] : [],
  )
  // The last has each word joined: W C T U as WCTU.
  return { texts: [...new Set([...texts.slice(0, MOST_TEXTS), ...texts.slice(-1)])], unknown: [] }
}

/** Leaves out beginnings that another one covers: `churches` beside `church`. */
const widest = (beginnings: readonly string[]): string[] =>
  beginnings.filter((each, at) => !beginnings.some((other, place) => place !== at && each.startsWith(other)))
