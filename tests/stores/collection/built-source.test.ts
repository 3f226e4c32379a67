import { expect, test, vi } from 'vitest'
import { cardsFile, COLLECTION_DATA } from '#rules/addresses/collection-data.ts'
import { EMPTY_SEARCH, type CollectionSearch } from '#rules/addresses/collection-address.ts'
import { createBuiltSource } from '#stores/collection/built-source.ts'
import { resultCard } from '#views/result-card.ts'
import { anItem } from '../../snapshot/pages/archive-of.ts'

/** What the filters find is compared with the API in tests/release/search/filters-as-api.test.ts. */

const items = Array.from({ length: 50 }, (_, at) => anItem(at + 1))
const FILES: Record<string, unknown> = {
  [COLLECTION_DATA.names('people')]: [
    [4, 'Ada Mill', '1834–1901', []],
    [2, 'Windmill Company', '', ['Old Grist']],
    [3, 'Mill', '', []],
  ],
  [COLLECTION_DATA.names('subjects')]: [],
  [COLLECTION_DATA.collections]: [
    { id: 1, collection_name: 'Box', parent_collection: null },
    { id: 2, collection_name: 'Folder', parent_collection: 1 },
  ],
  '/data/zones/7.json': { pk: 7, name: 'Depot', more: true },
}
for (const [file, list] of Map.groupBy(items, ({ id }) => cardsFile(id)))
  FILES[COLLECTION_DATA.cards(file)] = list.map((item) => resultCard(item, ''))

function aSource(files = FILES, gone: readonly number[] = []) {
  const data = vi.fn(async (path: string) => {
    if (!(path in files)) throw new Error(`No ${path}`)
    return files[path]
  })
  const find = vi.fn(async (_words: string, _query: object) => ({
    results: items.map(({ id }) => ({
      id: `a_${id}`,
      data: () => (gone.includes(id) ? Promise.reject(new Error('410')) : Promise.resolve({ url: `/itemview/${id}/` })),
    })),
    filters: {},
  }))
  const read = () => data.mock.calls.map(([path]) => path)
  return { source: createBuiltSource({ data, find }), data, find, read }
}
const { signal } = new AbortController()
const query = (page = 1, search: Partial<CollectionSearch> = {}) => ({
  search: { ...EMPTY_SEARCH, ...search },
  page,
  sort: null,
})
const ids = (list: { items: { id: number }[] }) => list.items.map(({ id }) => id)

test('a page of results loads its cards, each file once; list, facets and pages share one search', async () => {
  const { source, read, find } = aSource()
  const first = await source.list(query(), signal)
  expect(first.count).toBe(50)
  expect(ids(first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(first.items[0]).toEqual(resultCard(items[0]!, ''))
  expect(read()).toEqual([COLLECTION_DATA.cards(0)])
  await source.facets(EMPTY_SEARCH, signal)
  expect(ids(await source.list(query(5), signal))).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50])
  expect(ids(await source.list(query(6), signal))).toEqual([])
  expect(find).toHaveBeenCalledTimes(1)
})

test('what was withdrawn since is left out', async () => {
  expect(ids(await aSource(FILES, [2, 3]).source.list(query(), signal))).toEqual([1, 4, 5, 6, 7, 8, 9, 10])
  const files = { ...FILES, [COLLECTION_DATA.cards(0)]: [resultCard(items[0]!, '')] }
  expect(ids(await aSource(files).source.list(query(), signal))).toEqual([1])
})

test('a failed file rejects and is retried; so is the search index', async () => {
  const { source, data, find } = aSource()
  data.mockRejectedValueOnce(new Error('away'))
  await expect(source.list(query(), signal)).rejects.toThrow('away')
  expect((await source.list(query(), signal)).count).toBe(50)
  find.mockRejectedValueOnce(new Error('no index'))
  await expect(source.list(query(1, { search: 'mill' }), signal)).rejects.toThrow('no index')
  expect((await source.list(query(1, { search: 'mill' }), signal)).count).toBe(50)
})

test("suggestions match the API's, best first", async () => {
  const { source } = aSource()
  expect(await source.suggest('people', 'mill', 2, signal)).toEqual({
    tags: [
      { id: 3, name: 'Mill', detail: '' },
      { id: 4, name: 'Ada Mill', detail: '1834–1901' },
    ],
    more: 1,
  })
  expect((await source.suggest('people', 'grist old', 8, signal)).tags.map(({ id }) => id)).toEqual([2])
  expect(await source.suggest('people', '???', 8, signal)).toEqual({ tags: [], more: 0 })
})

test('names by id, of zones too; unknown ids have none', async () => {
  const { source } = aSource()
  expect([...(await source.names('people', [3, 77], signal))]).toEqual([[3, 'Mill']])
  expect([...(await source.names('place', [7, 8], signal))]).toEqual([[7, 'Depot']])
  expect(await source.collection(1, signal)).toMatchObject({ parent: null, children: [{ id: 2 }] })
  expect(await source.collection(9, signal)).toBeNull()
})
