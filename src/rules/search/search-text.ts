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

/**
 * Folds text for searching: lower case, no accents or apostrophes, and a single space for anything else that is not a letter or digit. Applied to stored
 * text and queries alike, so that every database and the map find the same.
 */
export function searchText(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(UNJOINED_LETTERS, (letter) => UNJOINED[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The distinct words of a search, folded. */
export const searchWords = (search: string): string[] => [...new Set(searchText(search).split(' ').filter(Boolean))]
