/** Letters that NFKD does not decompose, and how people type them on an English keyboard. */
const UNJOINED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const UNJOINED_LETTERS = new RegExp(`[${Object.keys(UNJOINED).join('')}]`, 'g')

/** What people leave out when they type: accents, apostrophes and the letters that look like them (O‘Brien, Hawaiʻi, ʔehdzo), soft hyphens and other signs without a shape. */
const LEFT_OUT = /[\p{M}\p{Cf}'‘-‛′\u02b9-\u02ffʔʕꞋꞌ]/gu
/** C.N.R. */
const INITIALS = /(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu
/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー]{2,}/gu
/** Each two neighbours are a word, so that a word inside is found: 古い写真 is 古い い写 写真. */
const inPairs = (run: string) =>
  ` ${[...run].flatMap((letter, at, all) => (at > 0 ? all[at - 1] + letter : [])).join(' ')} `

/**
 * Folds text for searching: lower case, no accents or apostrophes, initials as one word, and a single space for anything else that is not a letter or digit.
 * Applied to stored text and queries alike, so that every database, the search index and the map find the same. What is stored is `indexText`.
 */
export function searchText(...parts: (string | null | undefined)[]): string {
  return (
    parts
      .filter((part) => part)
      .join(' ')
      .replace(INITIALS, (initials) => initials.replaceAll('.', ''))
      // They would be decomposed: 12½ into 121/2, and ´ into a space.
      .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
      .replace(/[´`]/g, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(LEFT_OUT, '')
      .replace(UNJOINED_LETTERS, (letter) => UNJOINED[letter]!)
      .replace(UNSPACED, inPairs)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}

/** The distinct words of a search, folded. */
export const searchWords = (search: string): string[] => [...new Set(searchText(search).split(' ').filter(Boolean))]

/** Written in parts, and searched for as one word: mill-pond, O Brien, C. N. R. */
const PARTED =
  /(?<![\p{L}\p{N}])(?:\p{L}[\p{L}\p{N}]*(?:[-‐‑][\p{L}\p{N}]+)+|[DLMO] \p{Lu}\p{L}+|\p{Lu}(?:\.? \p{Lu}(?![\p{L}\p{N}]))+)/gu
/** Written as one word, and searched for in parts: O'Brien. */
const ELIDED = /(?<![\p{L}\p{N}])\p{L}['’‘ʻʼ`´]\p{L}{2,}/gu

/** Other ways to write some words of a text, folded. */
export function otherWords(text: string): string {
  const joined = [...text.matchAll(PARTED)].map(([words]) => searchText(words.replace(/[^\p{L}\p{N}]/gu, '')))
  const split = [INITIALS, ELIDED].flatMap((form) => [...text.matchAll(form)])
  return [...new Set([...joined, ...split.map(([word]) => searchText(word.split(/[^\p{L}\p{N}]/u).join(' ')))])].join(
    ' ',
  )
}

/** `searchText`, and behind two spaces the other ways to write it. */
export const indexText = (...parts: (string | null | undefined)[]): string =>
  [searchText(...parts), otherWords(parts.filter(Boolean).join(' '))].filter(Boolean).join(OTHER_WORDS)
export const OTHER_WORDS = '  '
