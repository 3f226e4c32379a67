import { searchText } from '../search/search-text.ts'

/**
 * Generic street words and their abbreviations. Court, Place and Square are left out, because they are just as often part of a name (Court House,
 * Market Place).
 */
const STREET_WORDS = [
  'street',
  'avenue',
  'road',
  'line',
  'lane',
  'drive',
  'crescent',
  'boulevard',
  'highway',
  'concession',
]
const SHORT_WORDS = ['st', 'ave', 'av', 'rd', 'ln', 'dr', 'cres', 'blvd', 'hwy', 'conc']
const COMPASS = ['north', 'south', 'east', 'west']

/** Only while incomplete: “Street” lists the streets, and North Street is one. */
const isStreetWord = (word: string) =>
  SHORT_WORDS.includes(word) || [...STREET_WORDS, ...COMPASS].some((each) => each.startsWith(word) && each !== word)

/**
 * True for text that is only the beginning of what every street is called: `str`, `Ave.`, `nor`. The address search then waits for more letters (spec §5). A whole word (`Street`) and
 * text with any other word (`main st`, `12 st`) is searched for.
 */
export function isStreetPrefix(text: string): boolean {
  const words = searchText(text).split(' ').filter(Boolean)
  return words.length > 0 && words.every(isStreetWord)
}

/** A street by its words: `King Street West`, `Mill Ln.`, `Concession 2`; not `St Andrew's Church`, nor `Street` alone. */
export function isStreetName(text: string): boolean {
  const words = searchText(text).split(' ')
  const named = words.filter((word) => !COMPASS.includes(word) && !/^[nsew]$/.test(word))
  const last = named.at(-1) ?? ''
  const isNumbered = named.length === 2 && /^\d+[a-z]?$/.test(last)
  return words.length > 1 && (STREET_WORDS.includes(isNumbered ? named[0]! : last) || SHORT_WORDS.includes(last))
}
