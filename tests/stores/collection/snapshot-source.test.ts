import { expect, test, vi } from 'vitest'
import { PAGING } from '#contract/limits.ts'
import { packCatalogue } from '#rules/catalogue/catalogue-file.ts'
import { CATALOGUE, CARDS_PER_FILE, cardsFile } from '#rules/catalogue/catalogue.ts'
import { EMPTY_SEARCH as EVERY_ITEM } from '#rules/addresses/collection-address.ts'
import { resultCard } from '#views/result-card.ts'
import type { Filters } from '#stores/collection/collection-stores.ts'
import { filtersOf } from '#stores/collection/filters.ts'
import { createSnapshotSource } from '#stores/collection/snapshot-source.ts'
import { anItem } from '../../snapshot/pages/archive-of.ts'

const THIS_YEAR = 2026
const EVERYTHING = filtersOf(EVERY_ITEM, THIS_YEAR, () => null)
/** Items 1 to 50: a year each from 1900, subject 1 on the odd ones, place 7 on every fifth. */
const items = Array.from({ length: 50 }, (_, at) => {
  const id = at + 1
  return anItem(id, {
    date_start: (1900 + at) * 10_000,
    subject: id % 2 === 1 ? [{ id: 1, subject_name: 'Mills' }] : [],
    location: id % 5 === 0 ? { id: 7, name: 'Depot' } : null,
  })
})
const index = packCatalogue(
  items.map((item) => ({
    id: item.id,
    type: item.type,
    span: { start: item.date_start!, end: item.date_start! + 9999 },
    location: item.location?.id ?? null,
    collection: null,
    people: [],
    subjects: item.subject.map(({ id }) => id),
    organizations: [],
  })),
  { subjects: [[1, 'Mills']], collections: [] },
)
const names = [
  [4, 'Ada Mill', '1834–1901', []],
  [2, 'Windmill Company', '', ['Old Grist']],
  [3, 'Mill', '', []],
  ['broken'],
]
const FILES: Record<string, unknown> = {
  [CATALOGUE.index]: index,
  [CATALOGUE.names('people')]: names,
  [CATALOGUE.collections]: [{ id: 1, collection_name: 'Box', hierarchy: 'fond' }, 'broken'],
  '/data/zones/7.json': { pk: 7, name: 'Depot', more: true },
}
for (const [file, list] of Map.groupBy(items, ({ id }) => cardsFile(id)))
  FILES[CATALOGUE.cards(file)] = list.map((item) => resultCard(item, ''))

function aSource(files = FILES, found: readonly number[] = []) {
  const data = vi.fn(async (path: string) => {
    if (!(path in files)) throw new Error(`No ${path}`)
    return JSON.parse(JSON.stringify(files[path])) as unknown
  })
  const search = vi.fn(async (_: string, _all: ArrayLike<number>) => found)
  const read = () => data.mock.calls.map(([path]) => path)
  return { source: createSnapshotSource({ data, search, thisYear: THIS_YEAR }), data, search, read }
}
const ids = (list: { items: { id: number }[] }) => list.items.map(({ id }) => id)

test('a page of results loads the index and its cards, each file once', async () => {
  const { source, read } = aSource()
  const first = await source.list(EVERYTHING, 1)
  expect(first.count).toBe(50)
  expect(ids(first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(first.items[0]).toEqual(resultCard(items[0]!, ''))
  expect(read()).toEqual([CATALOGUE.index, CATALOGUE.cards(0)])
  await source.list(EVERYTHING, 1)
  await source.facets(EVERYTHING)
  expect(read()).toHaveLength(2)
  const last = await source.list(EVERYTHING, 5)
  expect(ids(last)).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50])
  expect(ids(await source.list(EVERYTHING, 6))).toEqual([])
  expect(PAGING.collection).toBeLessThan(CARDS_PER_FILE)
})

test('every filter works as in the API', async () => {
  const { source } = aSource()
  const count = async (change: Partial<Filters>) => (await source.list({ ...EVERYTHING, ...change }, 1)).count
  const tag = (id: number) => [{ id, name: null }]
  expect(await count({ years: { start: 1900, end: 1909 } })).toBe(10)
  expect(await count({ subjects: tag(1) })).toBe(25)
  expect(await count({ subjects: [...tag(1), ...tag(9)], subjectsMode: 'AND' })).toBe(0)
  expect(await count({ place: { id: 7, name: null } })).toBe(10)
  expect(await count({ type: 'video' })).toBe(0)
  expect(await count({ people: tag(1) })).toBe(0)
  expect(await count({ organizations: tag(1) })).toBe(0)
  expect(await count({ collection: { id: 1, name: null } })).toBe(0)
  expect(await source.places(EVERYTHING)).toEqual([{ location: 7, count: 10 }])
  expect((await source.facets(EVERYTHING)).subjects).toEqual([{ id: 1, subject_name: 'Mills', count: 25 }])
})

test('a text search runs once, best match first', async () => {
  const { source, search } = aSource(FILES, [30, 5, 12, 99])
  const filters = { ...EVERYTHING, search: ' Mill! ' }
  const list = await source.list(filters, 1)
  expect([list.count, ids(list)]).toEqual([3, [30, 5, 12]])
  expect((await source.facets(filters)).count).toBe(3)
  expect(search.mock.calls.map(([words, all]) => [words, all.length])).toEqual([['mill', 50]])
  expect((await source.list({ ...filters, search: '  ' }, 1)).count).toBe(50)
  expect((await source.list({ ...filters, search: '.*' }, 1)).count, 'signs that are no words are in no item').toBe(0)
  expect(search).toHaveBeenCalledTimes(1)
})

test('a failed file rejects and is retried; so is the search index', async () => {
  const { source, data, search } = aSource(FILES, [1])
  data.mockRejectedValueOnce(new Error('away'))
  await expect(source.list(EVERYTHING, 1)).rejects.toThrow('away')
  expect((await source.list(EVERYTHING, 1)).count).toBe(50)
  search.mockRejectedValueOnce(new Error('no index'))
  await expect(source.list({ ...EVERYTHING, search: 'mill' }, 1)).rejects.toThrow('no index')
  expect((await source.list({ ...EVERYTHING, search: 'mill' }, 1)).count).toBe(1)
  await expect(aSource({ [CATALOGUE.index]: 'broken' }).source.list(EVERYTHING, 1)).rejects.toThrow()
})

test('an unreadable card is left out', async () => {
  const broken = [{ id: 1 }, ...(FILES[CATALOGUE.cards(0)] as unknown[]).slice(1)]
  const list = await aSource({ ...FILES, [CATALOGUE.cards(0)]: broken }).source.list(EVERYTHING, 1)
  expect([list.count, ids(list)]).toEqual([50, [2, 3, 4, 5, 6, 7, 8, 9, 10]])
})

test("suggestions match the API's, best first", async () => {
  const { source } = aSource()
  expect(await source.suggest('people', 'mill', 2)).toEqual({
    tags: [
      { id: 3, name: 'Mill', detail: '' },
      { id: 4, name: 'Ada Mill', detail: '1834–1901' },
    ],
    more: 1,
  })
  expect((await source.suggest('people', 'grist old', 8)).tags.map(({ id }) => id)).toEqual([2])
  expect(await source.suggest('people', '???', 8)).toEqual({ tags: [], more: 0 })
})

test('names by id, of zones too; unknown ids have none', async () => {
  const { source } = aSource()
  expect([...(await source.names('people', [3, 77]))]).toEqual([[3, 'Mill']])
  expect([...(await source.names('places', [7, 8]))]).toEqual([[7, 'Depot']])
  expect(await source.collections()).toMatchObject([{ id: 1, collection_name: 'Box', parent_collection: null }])
})
