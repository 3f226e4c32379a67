import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_FACET_SUBJECTS } from '#contract/item-facets.ts'
import type { ItemFacets, ItemPlaces } from '#contract/item-facets.ts'
import { ITEM_TYPES } from '#contract/item.ts'
import { TIME } from '#contract/limits.ts'
import { openTestArchive } from '../fixtures.ts'
import { anyCaller, anyQuery, filterQuery } from './any-query.ts'
import { NAMES, PARENT_OF, isEarlier, isUndated, maySee, naive, openFilterTown, thisYear } from './plain-filter.ts'
import type { Caller, Query } from './plain-filter.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

const archive = useArchive(openFilterTown)

const facetsOf = async (asked: Query, as: Caller): Promise<ItemFacets> =>
  (await archive.send(`/api/items/facets/?${filterQuery(asked)}`, { ...(as && { as }) })).json as ItemFacets

/** The query after choosing a value of a facet. */
const choose = {
  type: (asked: Query, type: string): Query => ({ ...asked, type }),
  decade: (asked: Query, decade: number): Query => ({
    ...asked,
    date: { start: decade * 10_000, end: (decade + 9) * 10_000 + 9999 },
  }),
  subject: ({ subjects_or: _, ...asked }: Query, id: number): Query =>
    asked.subjects_and
      ? { ...asked, subjects_and: [...new Set([...asked.subjects_and, id])] }
      : { ...asked, subjects_or: [id] },
  collection: ({ collections: _, ...asked }: Query, id: number): Query => ({ ...asked, collection: [id] }),
}

const decades: number[] = []
for (let decade = TIME.firstYear; decade <= thisYear; decade += 10) decades.push(decade)

/** The same result from plain arrays. */
function naiveFacets(asked: Query, as: Caller): ItemFacets {
  const counted = (query: Query) => naive(query, as).length
  const some = <F extends { count: number }>(facets: F[]) => facets.filter(({ count }) => count > 0)
  return {
    count: counted(asked),
    types: some(ITEM_TYPES.map((type) => ({ type, count: counted(choose.type(asked, type)) }))),
    decades: some(decades.map((decade) => ({ decade, count: counted(choose.decade(asked, decade)) }))),
    earlier: naive({ ...asked, date: undefined }, as).filter(isEarlier).length,
    undated: naive({ ...asked, date: undefined }, as).filter(isUndated).length,
    subjects: some(
      [1, 2, 3, 4]
        .filter((id) => maySee(as, 'subject', id))
        .map((id) => ({ id, subject_name: `Subject ${NAMES[id]}`, count: counted(choose.subject(asked, id)) })),
    ).sort((a, b) => b.count - a.count || a.id - b.id),
    collections: some(
      Object.keys(PARENT_OF)
        .map(Number)
        .filter((id) => maySee(as, 'collection', id))
        .map((id) => ({ id, collection_name: `Box ${id}`, count: counted(choose.collection(asked, id)) })),
    ),
  }
}

test('facets match a naive count for any query', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, anyCaller, async (asked, as) => {
      expect(await facetsOf(asked, as)).toEqual(naiveFacets(asked, as))
    }),
    { numRuns: runs(400) },
  )
})

test('places match the results', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, anyCaller, async (asked, as) => {
      const { json } = await archive.send(`/api/items/places/?${filterQuery(asked)}`, { ...(as && { as }) })
      const expected = [1, 2, 3]
        .filter((location) => asked.location?.includes(location) ?? true)
        .map((location) => ({ location, count: naive({ ...asked, location: [location] }, as).length }))
        .filter(({ count }) => count > 0)
      expect(json as ItemPlaces).toEqual(expected)
    }),
    { numRuns: runs(200) },
  )
})

test('sparse ids work', async () => {
  const town = await openTestArchive({
    subject: [{ id: 7, subject_name: 'Mills' }],
    items: [3, 80_000_000_000].map((id) => ({ id, title: 'A mill', subjects: [7], date_start: 18900000 })),
  })
  const { json } = await town.get('/api/items/facets/?search=mill&type=photograph')
  expect(json).toMatchObject({ count: 2, subjects: [{ id: 7, count: 2 }], decades: [{ decade: 1890, count: 2 }] })
  await town.close()
})

test('rare subjects are listed only if chosen, and counts follow changes', async () => {
  const subjects = Array.from({ length: MOST_FACET_SUBJECTS + 5 }, (_, at) => at + 1)
  const town = await openTestArchive({
    subject: subjects.map((id) => ({ id, subject_name: `Subject ${id}` })),
    items: subjects.map((id) => ({ id, title: 'One of many', subjects: subjects.slice(0, id) })),
  })
  const told = async (query = '') => ((await town.get(`/api/items/facets/${query}`)).json as ItemFacets).subjects
  const last = subjects.at(-1)!
  expect((await told()).map(({ id }) => id)).toEqual(subjects.slice(0, MOST_FACET_SUBJECTS))
  expect((await told(`?subjects_or=${last}`)).at(-1)).toEqual({ id: last, subject_name: `Subject ${last}`, count: 1 })
  await town.db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', last).execute()
  expect((await told())[0]).toMatchObject({ id: 1, count: last - 1 })
  expect((await told(`?subjects_or=${last}`)).map(({ id }) => id)).not.toContain(last)
  await town.close()
})
