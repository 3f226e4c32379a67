import { ITEM_TYPES } from '#contract/item.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGING } from '#contract/limits.ts'
import { type CollectionSearch, EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { searchQuery } from '#stores/collection/queries.ts'
import { openFilterTown, thisYear } from '../../server/repositories/plain-filter.ts'
import { addScans } from '../../server/scans-of-items.ts'
import { runs } from '../../setup/length.ts'
import { useLastBuild } from './use-last-build.ts'

/** The last build lists and counts as the API of the same archive does, drafts and all. */

const { archive, built } = useLastBuild(async () => {
  const town = await openFilterTown()
  // A snapshot has no two collections that lie in each other: what it takes apart, the API follows around.
  await town.db.updateTable('collection').set({ parent_collection: null }).where('id', '=', 5).execute()
  await addScans(town.db, [2, 3, 5, 8, 13])
  // Nor does the archive take an item that ends before it begins.
  await town.db.updateTable('item').set({ visibility: 'draft' }).whereRef('date_end', '<', 'date_start').execute()
  return town
})

const one = fc.option(fc.integer({ min: 1, max: 6 }))
const ids = fc.oneof(fc.constant([]), fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }))
const mode = fc.constantFrom<'OR' | 'AND'>('OR', 'OR', 'AND')
const years = fc
  .tuple(fc.integer({ min: 1830, max: thisYear }), fc.nat(120))
  .map(([start, more]) => ({ start, end: Math.min(thisYear, start + more) }))
const search: fc.Arbitrary<CollectionSearch> = fc
  .record({
    years: fc.option(fc.oneof(years, fc.constant({ start: 0, end: 1829 }))),
    type: fc.option(fc.constantFrom(...ITEM_TYPES.slice(0, 3))),
    place: one,
    collection: fc.option(fc.integer({ min: 1, max: 7 })),
    organizations: ids,
    people: ids,
    peopleMode: mode,
    subjects: ids,
    subjectsMode: mode,
  })
  .map((filters) => ({ ...EMPTY_SEARCH, ...filters }))
const { signal } = new AbortController()

test('lists, facets and places match the API', async () => {
  await fc.assert(
    fc.asyncProperty(search, async (each) => {
      const asked = Object.entries(searchQuery(each, thisYear)).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      )
      const get = async (path: string) => (await archive.get(`/api/items/${path}?${asked.join('&')}`)).json
      asked.push('sort=pictures')
      const list = (await get('')) as { count: number; results: { id: number }[] }
      const { count, items } = await built.away.list({ search: each, page: 1, sort: 'pictures' }, signal)
      expect([count, items.map(({ id }) => id)]).toEqual([
        list.count,
        list.results.slice(0, PAGING.collection).map(({ id }) => id),
      ])
      expect(await built.away.facets(each, signal)).toEqual(await get('facets/'))
      expect(await built.away.places(each, signal)).toEqual(await get('places/'))
    }),
    { numRuns: runs(60) },
  )
})

test('with words, results can be in the order of their dates and pictures, too', async () => {
  const words = { ...EMPTY_SEARCH, search: 'item' }
  for (const sort of ['date', 'pictures'] as const) {
    const dated = await built.away.list({ search: words, page: 1, sort }, signal)
    const all = (
      (await archive.get(`/api/items/?page_size=10&sort=${sort}&search=item`)).json as { results: { id: number }[] }
    ).results
    expect(dated.items.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  }
})
