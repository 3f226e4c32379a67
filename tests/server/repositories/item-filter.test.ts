import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchWords } from '#rules/search/search-text.ts'
import { anyCaller, anyQuery, filterQuery } from './any-query.ts'
import { naive, openFilterTown } from './plain-filter.ts'
import type { Query } from './plain-filter.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

const archive = useArchive(openFilterTown)

const address = (asked: Query, page: string) => `/api/items/?${page}&${filterQuery(asked)}`
type Page = { count: number; results: { id: number }[] }

test('the query matches a naive filter for any input', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, anyCaller, async (asked, as) => {
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
    { numRuns: runs(600) },
  )
})

test('pages cover the list without duplicates', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, fc.integer({ min: 1, max: 20 }), async (asked, size) => {
      const whole = ((await archive.get(address(asked, 'page_size=100'))).json as Page).results
      const paged: { id: number }[] = []
      for (let page = 1; page <= Math.ceil(whole.length / size) + 1; page++) {
        const { json } = await archive.get(address(asked, `page_size=${size}&page=${page}`))
        expect((json as Page).count).toBe(whole.length)
        paged.push(...(json as Page).results)
      }
      expect(paged).toEqual(whole)
    }),
    { numRuns: runs(60) },
  )
})

test('more tags than a compound select allows', async () => {
  const many = Array.from({ length: 900 }, (_, index) => index + 1).join(',')
  expect((await archive.get(`/api/items/?people_and=${many}`)).json).toEqual({ count: 0, results: [] })
  expect((await archive.get(`/api/items/?people_or=${many}`)).status).toBe(200)
})
test.each(['', 'mys'])('very many words, ending in "%s"', async (ending) => {
  const words = Array.from({ length: ending ? 1200 : 2400 }, (_, index) => index.toString(36) + ending)
  expect((await archive.get(`/api/items/?search=${encodeURIComponent(words.join(' '))}`)).status).toBe(200)
})
