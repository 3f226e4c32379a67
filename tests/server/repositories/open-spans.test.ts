import { expect, test } from 'vitest'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { openArchive } from '#snapshot/archive.ts'
import { decadesOf } from '#snapshot/pages/browse/decade-pages.ts'
import { openTestArchive } from '../fixtures.ts'
import { useLastBuild } from '../../release/search/use-last-build.ts'

const { archive, built } = useLastBuild(() =>
  openTestArchive({
    items: [
      { id: 1, title: 'Car', date_end: 19290000, date_start_text: 'before 1930' },
      { id: 2, title: 'Mill', date_start: 18910000, date_start_text: 'after 1890' },
      { id: 3, title: 'Card', date_start: 18900000, date_start_text: 'postmarked 1890' },
      { id: 4, title: 'Road', date_start: 18360000, date_end: 18450000 },
      { id: 5, title: 'Undated' },
    ],
  }),
)
const { signal } = new AbortController()
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
const list = async (from: number, to: number) =>
  ids(((await archive.get(`/api/items/?date=${from}0000${to}9999`)).json as { results: { id: number }[] }).results)

test.each([
  [1836, 1845, [4]],
  [1880, 1889, []],
  [1890, 1890, [3]],
  [1891, 1891, [2]],
  [1900, 1900, [2]],
  [1901, 1919, []],
  [1919, 1920, [1]],
  [1929, 1935, [1]],
  [1930, 1940, []],
])('of %i to %i there are the items %j, by the API and in the last build', async (from, to, found) => {
  expect(await list(from, to)).toEqual(found)
  const search = { ...EMPTY_SEARCH, years: { start: from, end: to } }
  expect(ids((await built.away.list({ search, page: 1, sort: null }, signal)).items)).toEqual(found)
})

test('facets, the last build and the pages of decades count the same', async () => {
  const facets = (await archive.get('/api/items/facets/')).json as { decades: { decade: number; count: number }[] }
  expect(facets.decades).toEqual([
    { decade: 1830, count: 1 },
    { decade: 1840, count: 1 },
    { decade: 1890, count: 2 },
    { decade: 1900, count: 1 },
    { decade: 1920, count: 1 },
  ])
  expect((await built.away.facets(EMPTY_SEARCH, signal)).decades).toEqual(facets.decades)
  // On its page, an item is in the decade in which it begins.
  expect(decadesOf(openArchive(built.snapshot)).map(({ start, items }) => [start, ids(items)])).toEqual([
    [1830, [4]],
    [1890, [3, 2]],
    [1920, [1]],
    [null, [5]],
  ])
})

test('all lists have the same order', async () => {
  const { results } = (await archive.get('/api/items/')).json as { results: { id: number }[] }
  expect(ids(results)).toEqual([4, 3, 2, 1, 5])
  expect(ids(openArchive(built.snapshot).lists.items)).toEqual([1, 2, 3, 4, 5])
})
