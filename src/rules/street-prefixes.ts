import { searchText } from './search-text.ts'

/**
 * Words that a town's streets carry besides their own name, written out and short. Court, Place and Square are not among them: they are as often
 * what a place itself is called (Court House, Market Place).
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
/** North Street is a street: a compass word counts only while it is being typed. */
const COMPASS = ['north', 'south', 'east', 'west']

const isStreetWord = (word: string) =>
  SHORT_WORDS.includes(word) ||
  STREET_WORDS.some((each) => each.startsWith(word)) ||
  COMPASS.some((each) => each.startsWith(word) && each !== word)

/**
 * True for text that is only part of what every street is called: `str`, `Ave.`, `nor`. The address search waits for more of it (spec §5). Text
 * that says anything else besides (`main st`, `12 st`) is searched for.
 */
export function isStreetPrefix(text: string): boolean {
  const words = searchText(text).split(' ').filter(Boolean)
  return words.length > 0 && words.every(isStreetWord)
}
