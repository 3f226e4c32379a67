import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAddresses, indexAddresses } from '#rules/map/address-search.ts'
import { hasTerms } from '#rules/search/name-search.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import { indexText } from '#rules/search/search-text.ts'
import { openTestArchive } from '../../server/fixtures.ts'
import { runs } from '../../setup/length.ts'
import { useLastBuild } from './use-last-build.ts'

/** A word of a text, and the ways in which people type it: each finds it, in every search. */
const WAYS: [written: string, typed: string[]][] = [
  ['12½ Queen Street', ['12½ queen', '12 1/2 queen']],
  ['The Presby\u00adterian manse of lime\u00adstone', ['presbyterian', 'limestone']],
  ['zero\u200bwidth', ['zerowidth']],
  ['M‘Donald’s store, O‘Brien', ['mdonald', "O'Brien", 'OBrien', 'O Brien', 'o’brien']],
  ['Mount OBrien', ['O Brien', "O'Brien"]],
  ['Hawaiʻi, ʻIolani', ['hawaii', "hawai'i", 'iolani', 'Hawaiʻi']],
  ['ʔehdzo Tué, ˀ', ['ehdzo', 'ʔehdzo', 'tue']],
  ['C.N.R. and G.T.R. stations; U.S.S. Maine', ['CNR', 'C.N.R.', 'C. N. R.', 'c n r', 'gtr', 'uss maine']],
  ['The WCTU hall', ['W.C.T.U.', 'wctu', 'W C T U']],
  ['Letters of J. R. Arbuthnot', ['J. R. Arbuthnot', 'JR Arbuthnot', 'J.R. Arbuthnot', 'arbuthnot']],
  ["St. John's chapel", ['"St. John"', "St. John's", 'st johns', '"st johns"']],
  ['the mill-pond', ['mill-pond', 'millpond', 'mill pond', 'pond']],
  ['the millrace', ['mill-race', 'millrace', 'mill race']],
  ['東京の古い写真です。', ['東京', '写真', '古い写真', '東京の古い写真です']],
]
const { archive, built } = useLastBuild(() =>
  openTestArchive({
    items: WAYS.map(([title], at) => ({ id: at + 1, title })),
    person: WAYS.map(([surname], at) => ({ id: at + 1, first_name: '', surname })),
  }),
)

const { signal } = new AbortController()
const ids = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id)
/** What each search of the archive finds. */
async function found(search: string): Promise<Record<string, number[]>> {
  const words = encodeURIComponent(search)
  const items = (await archive.get(`/api/items/?page_size=100&search=${words}`)).json as { results: unknown }
  const people = (await archive.get(`/api/search/?kind=person&search=${words}`)).json as {
    kinds: { results: unknown }[]
  }
  const zones = WAYS.map(([name], at) => ({ pk: at + 1, name, address: '', altnames: [] }))
  return {
    items: ids(items.results),
    people: ids(people.kinds[0]?.results ?? []),
    names: ids((await archive.get(`/api/people/?search=${words}`)).json),
    build: ids((await built.away.list({ search: { ...EMPTY_SEARCH, search }, page: 1, sort: null }, signal)).items),
    suggestions: ids((await built.away.suggest('people', search, 20, signal)).tags),
    addresses: findAddresses(indexAddresses(zones), search).map(({ pk }) => pk),
  }
}

test.each(WAYS.flatMap(([written, typed], at) => typed.map((search) => [search, written, at + 1] as const)))(
  '%s finds %s in every search',
  async (search, _, id) => {
    const all = await found(search)
    expect(Object.entries(all).filter(([, each]) => !each.includes(id))).toEqual([])
  },
)

test('of a word with signs in it, each search finds the same', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abéßøk'), minLength: 3, maxLength: 6 })
  const sign = fc.constantFrom('', '-', '’', '‘', '\u00ad', '\u200b', 'ʻ', '.', ' ')
  fc.assert(
    fc.property(letters, letters, sign, sign, (one, other, written, typed) => {
      // A space, or a full stop, parts two words: only one that is written as one is found by its parts.
      fc.pre(!/[ .]/.test(written) || /[ .-]/.test(typed))
      const [text, search] = [`The ${one}${written}${other}`, one + typed + other]
      const named = hasTerms(indexText(text), searchTerms(search).terms)
      const zone = { pk: 1, name: text, address: '', altnames: [] }
      expect([search, named, findAddresses(indexAddresses([zone]), search)]).toEqual([search, true, [zone]])
    }),
    { numRuns: runs(500) },
  )
})
