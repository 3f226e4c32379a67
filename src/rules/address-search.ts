import { searchText } from './search-text.ts'

/** What an address search looks at; `pk` finds a zone too. */
export interface Findable {
  pk: number
  name: string
  address: string
  altnames: readonly string[]
}

interface Entry<Zone> {
  zone: Zone
  /** Name, address and other names, folded, each with a space around it so that words are found by their edges. */
  texts: string[]
  /** Place in the order of names, house numbers as numbers. */
  place: number
}
export type AddressIndex<Zone> = readonly Entry<Zone>[]

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Zones made ready for searching. Folding and sorting take the time, so it is done once for the same zones. */
export function indexAddresses<Zone extends Findable>(zones: readonly Zone[]): AddressIndex<Zone> {
  return [...zones]
    .sort((a, b) => natural.compare(a.name, b.name) || a.pk - b.pk)
    .map((zone, place) => ({ zone, place, texts: textsOf(zone) }))
}

const textsOf = ({ name, address, altnames }: Findable): string[] =>
  [...new Set([name, address, ...altnames].map((text) => searchText(text)))]
    .filter((text) => text !== '')
    .map((text) => ` ${text} `)

/** How well a zone answers, the best first. */
const RANK = { whole: 0, firstWords: 1, number: 2, beginning: 3, words: 4, wordBeginnings: 5, inside: 6 } as const

/** The zones in which every word of the text is found, the best first; none for text without letters and digits. */
export function findAddresses<Zone extends Findable>(index: AddressIndex<Zone>, text: string): Zone[] {
  const asked = searchText(text)
  if (asked === '') return []
  const words = [...new Set(asked.split(' '))]
  return index
    .flatMap((entry) => {
      const rank = rankOf(entry, asked, words)
      return rank === undefined ? [] : [{ entry, rank }]
    })
    .sort((a, b) => a.rank - b.rank || a.entry.place - b.entry.place)
    .map(({ entry }) => entry.zone)
}

function rankOf({ zone, texts }: Entry<Findable>, asked: string, words: readonly string[]): number | undefined {
  const some = (test: (text: string) => boolean) => texts.some(test)
  if (some((text) => text === ` ${asked} `)) return RANK.whole
  if (some((text) => text.startsWith(` ${asked} `))) return RANK.firstWords
  if (asked === String(zone.pk)) return RANK.number
  if (some((text) => text.startsWith(` ${asked}`))) return RANK.beginning
  const each = (test: (text: string, word: string) => boolean) =>
    words.every((word) => some((text) => test(text, word)))
  if (each((text, word) => text.includes(` ${word} `))) return RANK.words
  if (each((text, word) => text.includes(` ${word}`))) return RANK.wordBeginnings
  return each((text, word) => text.includes(word)) ? RANK.inside : undefined
}
