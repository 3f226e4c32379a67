import { ITEM_TYPES, PEOPLE_ROLES, SORTS } from '#contract/item.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import * as at from '#rules/addresses/collection-address.ts'
import { readCollectionAddress } from '#rules/addresses/read-collection-address.ts'
import { runs } from '../../setup/length.ts'

const THIS_YEAR = 2026
const read = (query: string) => readCollectionAddress(new URLSearchParams(query), THIS_YEAR)

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999_999_999 }), { maxLength: 12 })
const id = fc.option(fc.integer({ min: 1, max: 10_000 }))
const mode = fc.constantFrom('OR' as const, 'AND' as const)
const year = fc.integer({ min: 1830, max: THIS_YEAR })
const searches: fc.Arbitrary<at.CollectionSearch> = fc.record({
  search: fc.string({ unit: 'binary', maxLength: 60 }).map(at.cleanSearchText),
  years: fc.option(
    fc
      .tuple(year, year)
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
      .filter(({ start, end }) => start > 1830 || end < THIS_YEAR)
      .map((years) => (years.start === 1900 ? at.EARLIER : years)),
  ),
  people: ids,
  peopleMode: mode,
  peopleAs: fc.constantFrom(...PEOPLE_ROLES, null),
  subjects: ids,
  subjectsMode: mode,
  organizations: ids,
  type: fc.option(fc.constantFrom(...ITEM_TYPES)),
  collection: id,
  place: id,
})
const views = fc.record({
  layout: fc.constantFrom(...at.LAYOUTS),
  sort: fc.constantFrom(...SORTS, null),
  page: fc.integer({ min: 1, max: 9_999_999 }),
})

describe('the URL of a search', () => {
  test('round-trips any search', () => {
    fc.assert(
      fc.property(searches, views, (search, view) => {
        expect(read(at.collectionQuery(search, view))).toEqual({ search, view, nonsense: false })
      }),
    )
  })

  test('omits defaults and is readable', () => {
    expect(at.collectionHref()).toBe('/collection/')
    expect(at.collectionHref({ subjects: [12] })).toBe('/collection/?subjects=12')
    expect(
      at.collectionHref(
        { search: 'mill, "old"', years: { start: 1830, end: 1899 }, people: [3, 1], peopleMode: 'AND', place: 7 },
        { layout: 'grid', page: 2 },
      ),
    ).toBe('/collection/?q=mill,+%22old%22&to=1899&people=3,1&people-mode=and&place=7&view=grid&page=2')
  })

  test('respects the length limit and truncates text at a word', () => {
    const text = fc.string({ unit: 'binary', minLength: 2_000, maxLength: 9_000 })
    fc.assert(
      fc.property(text, searches, (search, others) => {
        const query = at.collectionQuery({ ...others, search })
        expect(query.length).toBeLessThanOrEqual(at.MAX_QUERY_LENGTH + 10)
        // What is read is a beginning of what was typed, and is written as it was read.
        const again = read(query).search
        expect(at.cleanSearchText(search).startsWith(again.search)).toBe(true)
        expect(at.collectionQuery(again)).toBe(query)
      }),
      { numRuns: runs(40) },
    )
    expect(at.truncateEncoded('harbour lighthouse', 12)).toBe('harbour')
    expect(at.truncateEncoded('harbour lighthouse', 7)).toBe('harbour')
    expect(at.truncateEncoded('harbour', 3)).toBe('har')
    expect(at.truncateEncoded('😀😀', 14)).toBe('😀')
  })
})

describe('an arbitrary URL', () => {
  test('parses to a valid search and never throws', () => {
    const key = fc.constantFrom(
      'q',
      'from',
      'to',
      'people',
      'people-mode',
      'type',
      'collection',
      'place',
      'view',
      'page',
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer().map(String),
      fc.constantFrom('and', '1,2', 'map'),
    )
    const made = fc.array(fc.tuple(key, value)).map((parts) => new URLSearchParams(parts).toString())
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), made), (query) => {
        const { search, view } = read(query)
        const { years } = search
        if (years && years !== at.EARLIER)
          expect(1830 <= years.start && years.start <= years.end && years.end <= THIS_YEAR).toBe(true)
        for (const list of [search.people, search.subjects, search.organizations]) {
          expect(list.every((each) => Number.isSafeInteger(each) && each > 0)).toBe(true)
        }
        expect(read(at.collectionQuery(search, view))).toEqual({ search, view, nonsense: false })
      }),
    )
  })

  test('the view with pictures may be called as its button is', () => {
    const { view, nonsense } = read('view=pictures')
    expect([view.layout, nonsense]).toEqual(['grid', false])
  })

  test('each invalid part is skipped separately, and reported', () => {
    const nonsense = [
      'from=next',
      'from=1700',
      'to=2027',
      'from=1900&to=1850',
      'people=1,x',
      'people=0',
      'subjects=-4',
      'people-mode=xor',
      'type=painting',
      'collection=1e3',
      'place=1.5',
      'view=table',
      'page=0',
      'page=-1',
      'q=%00',
      'q=mill&q=wharf',
      'type=postcard&type=photograph',
      'from=1900&from=1950',
      `people=${Array.from({ length: at.MAX_TAGS + 1 }, (_, key) => key + 1).join(',')}`,
      `q=${'x'.repeat(SEARCH_MINIMUM.maximum + 1)}`,
    ]
    for (const query of nonsense) expect([query, read(query).nonsense]).toEqual([query, true])
    expect(read('people=1,x,3&type=painting&q=mill&from=1900')).toMatchObject({
      search: { people: [1, 3], type: null, search: 'mill', years: { start: 1900, end: THIS_YEAR } },
      nonsense: true,
    })
  })

  test('unknown keys, empty values and duplicates are not errors', () => {
    for (const query of [
      '',
      'utm_source=letter&fbclid=1',
      'q=&people=&type=&page=',
      'people=2,2&people=2',
      'type=video&type=video',
    ])
      expect([query, read(query).nonsense]).toEqual([query, false])
    expect(read('people=2,2&people=3').search.people).toEqual([2, 3])
    expect(read('from=1830&to=2026').search.years).toBeNull()
  })
})
