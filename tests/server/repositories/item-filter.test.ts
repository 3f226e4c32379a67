import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ITEM_TYPES } from '#contract/item.ts'
import { searchWords } from '#server/database/search-text.ts'
import type { TestArchive } from '../fixtures.ts'
import { naive, openFilterTown, thisYear } from './plain-filter.ts'
import type { Caller, Query } from './plain-filter.ts'

let archive: TestArchive
beforeAll(async () => {
  archive = await openFilterTown()
})
afterAll(() => archive.close())

const ids = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), {
  nil: undefined,
  freq: 2,
})
const caller: fc.Arbitrary<Caller> = fc.constantFrom(undefined, 'volunteer', 'otherVolunteer', 'staff')
const query: fc.Arbitrary<Query> = fc.record(
  {
    visibility: fc.constantFrom('draft', 'draft', 'published', undefined),
    type: fc.constantFrom(...ITEM_TYPES.slice(0, 3)),
    search: fc.constantFrom(
      'elan',
      'MILL',
      'riv',
      'ota smith',
      'st johns',
      'sub mi',
      'p mill',
      'no such thing',
      '"',
      'NOT mill',
      '!!!',
    ),
    date: fc
      .tuple(fc.integer({ min: 1820, max: thisYear }), fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 9999))
      .map(([from, years, rest]) => ({ start: from * 10000, end: (from + years) * 10000 + rest })),
    location: ids,
    collection: ids,
    collections: ids,
    organizations: ids,
    people_or: ids,
    people_and: ids,
    subjects_or: ids,
    subjects_and: ids,
  },
  { requiredKeys: [] },
)

function address(asked: Query, page: string): string {
  const parameters = new URLSearchParams(page)
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) continue
    if (name === 'date') {
      const { start, end } = value as NonNullable<Query['date']>
      parameters.set(name, `${start}${end}`)
    } else parameters.set(name, String(value))
  }
  return `/api/items/?${parameters.toString()}`
}
type Page = { count: number; results: { id: number }[] }

test('whatever is asked, the query finds what a plain filter finds', async () => {
  await fc.assert(
    fc.asyncProperty(query, caller, async (asked, as) => {
      const { status, json } = await archive.send(address(asked, 'page_size=100'), { ...(as && { as }) })
      const page = json as Page
      const expected = naive(asked, as)
      expect(status).toBe(200)
      expect(page.count).toBe(expected.length)
      const found = page.results.map((each) => each.id)
      // A text search is ordered by rank; everything else by date, undated last, then id.
      if (searchWords(asked.search ?? '').length > 0) expect(found.toSorted()).toEqual(expected.toSorted())
      else expect(found).toEqual(expected)
    }),
    { numRuns: 600 },
  )
})

test('a year as the end of a range means the whole of it', async () => {
  const year = fc.integer({ min: 1831, max: 1935 })
  await fc.assert(
    fc.asyncProperty(year, fc.nat(3), fc.constantFrom(0, 500, 9999), async (from, years, rest) => {
      const asked = { date: { start: from * 10000, end: (from + years) * 10000 + rest } }
      const { json } = await archive.get(address(asked, 'page_size=100'))
      expect((json as Page).results.map((each) => each.id)).toEqual(naive(asked))
    }),
    { numRuns: 200 },
  )
})

test('the pages of a query are its whole list, each item once', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.integer({ min: 1, max: 20 }), async (asked, size) => {
      const whole = ((await archive.get(address(asked, 'page_size=100'))).json as Page).results
      const paged: { id: number }[] = []
      for (let page = 1; page <= Math.ceil(whole.length / size) + 1; page++) {
        const { json } = await archive.get(address(asked, `page_size=${size}&page=${page}`))
        expect((json as Page).count).toBe(whole.length)
        paged.push(...(json as Page).results)
      }
      expect(paged).toEqual(whole)
    }),
    { numRuns: 60 },
  )
})

test('many tags at once, more than one compound select can hold', async () => {
  const many = Array.from({ length: 900 }, (_, index) => index + 1).join(',')
  expect((await archive.get(`/api/items/?people_and=${many}`)).json).toEqual({ count: 0, results: [] })
  expect((await archive.get(`/api/items/?people_or=${many}`)).status).toBe(200)
})
test('more words than anybody types', async () => {
  const long = Array.from({ length: 2400 }, (_, index) => index.toString(36)).join(' ')
  expect((await archive.get(`/api/items/?search=${encodeURIComponent(long)}`)).status).toBe(200)
})
