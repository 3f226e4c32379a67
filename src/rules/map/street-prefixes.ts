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
/** Only while incomplete: a whole compass word is searched for, since North Street is a street. */
const COMPASS = ['north', 'south', 'east', 'west']

const isStreetWord = (word: string) =>
  SHORT_WORDS.includes(word) ||
  STREET_WORDS.some((each) => each.startsWith(word)) ||
  COMPASS.some((each) => each.startsWith(word) && each !== word)

/**
 * True for text that matches every street: `str`, `Ave.`, `nor`. The address search then waits for more letters (spec §5). Text with any other word
 * (`main st`, `12 st`) is searched for.
 */
export function isStreetPrefix(text: string): boolean {
  const words = searchText(text).split(' ').filter(Boolean)
  return words.length > 0 && words.every(isStreetWord)
}
