import type { LocationFeature } from '#contract/location.ts'
import { searchText } from '../search/search-text.ts'

/** Heading for zones without a street: wards, farms, islands. */
export const NO_STREET = 'Other places'

const COMPASS = /^(?:[NSEW]|[NS][EW])$/
/** Turns `82 STATE STREET`, as registers write it, into 82 State Street. Leaves text with lower-case letters alone. */
export const streetCase = (text: string) =>
  /\p{Ll}/u.test(text)
    ? text
    : text.replace(/[\p{L}\p{N}’']+/gu, (word) => (COMPASS.test(word) ? word : word[0] + word.slice(1).toLowerCase()))

/** 12, 12A, 12½, 12-14, 12 1/2. */
const NUMBER = /^(\d+)\s?(?:[A-Za-z]|½|1\/2)?(?:\s?[-–/]\s?\d+[A-Za-z]?)?\s+(?=\S)/

interface StreetAddress {
  street: string
  /** For sorting; 0 if the address has no number. */
  number: number
}

/** The street and number from a zone's address or, failing that, its name; otherwise `NO_STREET`. */
export function streetOf({ address, name }: Pick<LocationFeature['properties'], 'address' | 'name'>): StreetAddress {
  // A name that repeats the address is usually spelled better.
  const better = name.toLowerCase() === address.toLowerCase() ? name : address
  for (const text of [better, name]) {
    const first = streetCase((text.split(/[,;\n]/)[0] ?? '').trim())
    const match = NUMBER.exec(first)
    if (match) {
      const street = first.slice(match[0].length).trim()
      // `5 Avenue` is a street's whole name.
      const whole = /^(?:avenue|street|st|ave)\.?$/i.test(street)
      if (/\p{L}/u.test(street)) return whole ? { street: first, number: 0 } : { street, number: Number(match[1]) }
    }
    if (text === better && first !== '' && /\p{L}/u.test(first)) return { street: first, number: 0 }
  }
  return { street: NO_STREET, number: 0 }
}

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
const COMPASS_WORDS = ['north', 'south', 'east', 'west']

/** Only while incomplete: “Street” lists the streets, and North Street is one. */
const isStreetWord = (word: string) =>
  SHORT_WORDS.includes(word) ||
  [...STREET_WORDS, ...COMPASS_WORDS].some((each) => each.startsWith(word) && each !== word)

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
  const named = words.filter((word) => !COMPASS_WORDS.includes(word) && !/^[nsew]$/.test(word))
  const last = named.at(-1) ?? ''
  const isNumbered = named.length === 2 && /^\d+[a-z]?$/.test(last)
  return words.length > 1 && (STREET_WORDS.includes(isNumbered ? named[0]! : last) || SHORT_WORDS.includes(last))
}
