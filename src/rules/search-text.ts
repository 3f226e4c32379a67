/** Letters that Unicode does not take apart into a base and an accent, and how a reader without them types them. */
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
 * Text as searches compare it: lower case, accents folded, apostrophes dropped, anything else that is neither letter nor digit a single
 * space. Both what is stored and what is asked for go through here, so every database, and the map, finds the same.
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

/** The different words of a search, folded. */
export const searchWords = (search: string): string[] => [...new Set(searchText(search).split(' ').filter(Boolean))]
