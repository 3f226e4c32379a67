import { otherWords, searchText } from '../search/search-text.ts'

/** The fields that the address search matches. `#47` is the zone with this number (`pk`): a bare 47 is a house. */
export interface SearchableZone {
  pk: number
  name: string
  address: string
  altnames: readonly string[]
}

interface Entry<Zone> {
  zone: Zone
  /** Name, address and other names, folded and padded with spaces so that a word can be matched by its edges. */
  texts: string[]
  /** Position by name, house numbers compared as numbers. */
  position: number
}
export type AddressIndex<Zone> = readonly Entry<Zone>[]

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Folds and sorts the zones once, which is the expensive part of a search. */
export function indexAddresses<Zone extends SearchableZone>(zones: readonly Zone[]): AddressIndex<Zone> {
  return [...zones]
    .sort((a, b) => natural.compare(a.name, b.name) || a.pk - b.pk)
    .map((zone, position) => ({ zone, position, texts: textsOf(zone) }))
}

const textsOf = ({ name, address, altnames }: SearchableZone): string[] =>
  [...new Set([name, address, ...altnames].flatMap((text) => [searchText(text), otherWords(text)]))]
    .filter((text) => text !== '')
    .map((text) => ` ${text} `)

/** How well a zone matches, best first. */
const RANK = { whole: 0, firstWords: 1, beginning: 2, words: 3, wordBeginnings: 4, inside: 5 } as const

/** The zones that contain every word of the text, best match first; none for text without letters and digits. */
export function findAddresses<Zone extends SearchableZone>(index: AddressIndex<Zone>, text: string): Zone[] {
  const query = searchText(text)
  if (query === '') return []
  const number = /^\s*#(\d+)\s*$/.exec(text)?.[1]
  if (number) return index.flatMap(({ zone }) => (zone.pk === Number(number) ? [zone] : []))
  const words = [...new Set(query.split(' '))]
  return index
    .flatMap((entry) => {
      const rank = rankOf(entry, query, words)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.entry.position - b.entry.position)
    .map(({ entry }) => entry.zone)
}

function rankOf({ texts }: Entry<SearchableZone>, query: string, words: readonly string[]): number | undefined {
  if (texts.includes(` ${query} `)) return RANK.whole
  if (texts.some((text) => text.startsWith(` ${query} `))) return RANK.firstWords
  if (texts.some((text) => text.startsWith(` ${query}`))) return RANK.beginning
  const each = (test: (text: string, word: string) => boolean) =>
    words.every((word) => texts.some((text) => test(text, word)))
  if (each((text, word) => text.includes(` ${word} `))) return RANK.words
  if (each((text, word) => text.includes(` ${word}`))) return RANK.wordBeginnings
  return each((text, word) => text.includes(word)) ? RANK.inside : undefined
}
