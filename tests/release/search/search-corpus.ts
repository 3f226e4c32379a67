import fc from 'fast-check'
import type { Written } from './pagefind-in-node.ts'

const VOCABULARY =
  'harbour harbours harbourmaster harbor hard harness ha church churches churchyard churchill bridge bridges bridgeport brick café cafe cafés élan elan lighthouse lighthouses lighthousekeeper light happiness happy 1912 1913 ship-yard mill'.split(
    ' ',
  )
const pick = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 30, maxLength: 34 })
export const RECORDS: Written[] = fc
  .sample(
    fc.tuple(pick, fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 3 }), fc.nat(VOCABULARY.length)),
    { numRuns: 240, seed: 5 },
  )
  // A record does not hold every word: of each, words from one place on.
  .map(([words, title, from]) => ({
    title: title.join(' '),
    content: [
      ...title,
      ...words.filter((word) => (VOCABULARY.indexOf(word) + from) % 5 < 2),
      ...words.slice(0, 24).fill('plain'),
    ].join(' '),
  }))
export const TYPED = [...new Set(VOCABULARY.flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1))))]
