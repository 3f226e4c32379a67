import { expect, test } from 'vitest'
import { createTagSearch } from '#stores/add-item/suggestions.ts'
import type { DeskRecord } from '#contract/record.ts'
import { refreshPrivacy } from '#server/database/person-privacy.ts'
import { inTransaction } from '#server/database/write.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { archiveClient } from '../stores/shared/archive-client.ts'
import { addRecords } from './fixtures.ts'
import { useFreshArchive } from './use-archive.ts'

const town = useFreshArchive()
const json = async (url: string) => (await town.get(url)).json
const idsOf = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id)

test('who lived somewhere lately is presumed living: then nobody but staff is told where', async () => {
  await addRecords(town.db, {
    person: [61, 62, 63].map((id) => ({ id, first_name: 'Vera', surname: `Of ${id}` })),
    resident: [
      { id: 61, person_id: 61, location_id: 2, date_start: 19990000 },
      { id: 62, person_id: 62, location_id: 2, date_start: 18510000 },
      { id: 63, person_id: 63, location_id: 2, date_end: 18910000 },
    ],
  })
  await inTransaction(town.db, refreshPrivacy)
  const privacy = async (id: number) => ((await json(`/api/person/${id}/`)) as { privacy?: string }).privacy
  expect([await privacy(61), await privacy(62), await privacy(63)]).toEqual(['names', undefined, undefined])
  expect(idsOf(await json('/api/residents/?location=2'))).toEqual([62, 63])
  expect(await json('/api/residents/?person=61')).toEqual([])
  expect(idsOf((await town.send('/api/residents/?location=2', { as: 'staff' })).json)).toEqual([61, 62, 63])
  // A mistake that is corrected.
  const { version } = (await town.send('/api/records/residents/61/', { as: 'staff' })).json as DeskRecord
  const headers = { 'if-match': `"${version}"` }
  const body = { date_start: 18990000 }
  expect((await town.send('/api/records/residents/61/', { method: 'PATCH', as: 'staff', headers, body })).status).toBe(200)
  expect([await privacy(61), idsOf(await json('/api/residents/?location=2'))]).toEqual([undefined, [61, 62, 63]])
}) // prettier-ignore

test('old names find the place and its items in every search, as long as they are there', async () => {
  const found = async (search: string) => {
    while (await refreshPending(town.db));
    const places = (await json(`/api/locations/?search=${search}`)) as { features: { id: number }[] }
    const items = (await json(`/api/items/?search=${search}`)) as { results: { id: number }[] }
    const site = (await json(`/api/search/?search=${search}`)) as { kinds: { kind: string; results: { id: number }[] }[] } // prettier-ignore
    const { client } = archiveClient(() => town, 'volunteer')
    const tags = await createTagSearch(client)('location', search, new AbortController().signal)
    return {
      ...{ places: idsOf(places.features), items: idsOf(items.results), tags: tags.map(({ id }) => Number(id)) },
      site: site.kinds.flatMap(({ kind, results }) => results.map(({ id }) => `${kind} ${id}`)).toSorted(),
    }
  }
  expect(await found('water lane')).toEqual({ places: [1], items: [1], tags: [1], site: ['item 1', 'place 1'] })
  const nothing = { places: [], items: [], tags: [], site: [] }
  expect(await found('tanners row')).toEqual(nothing)
  const post = { location: 12, name: 'Tanners’ Row', date_start: 18500000 }
  const added = await town.send('/api/records/place_names/', { method: 'POST', as: 'staff', body: post })
  const { key, version } = added.json as DeskRecord
  expect(await found('tanners row')).toEqual({ places: [12], items: [2], tags: [12], site: ['item 2', 'place 12'] })
  const url = `/api/records/place_names/${key}/`
  const send = (method: 'PATCH' | 'DELETE', of: string, body?: object) =>
    town.send(url, { method, as: 'staff', headers: { 'if-match': `"${of}"` }, ...(body && { body }) })
  const moved = (await send('PATCH', version, { location: 1 })).json as DeskRecord
  expect(await found('tanners row')).toEqual({ places: [1], items: [1], tags: [1], site: ['item 1', 'place 1'] })
  await send('DELETE', moved.version)
  expect(await found('tanners row')).toEqual(nothing)
})

test('a place says when it was there, and what it came out of', async () => {
  const body = { name: 'Lot 14A', date_start: 18810000, date_start_text: 'in 1881', predecessors: [2, 12], succession: 'joined' }
  const { json: added } = await town.send('/api/records/locations/', { method: 'POST', as: 'staff', body })
  const feature = await json(`/api/location/${(added as DeskRecord).key}/`)
  expect(feature).toMatchObject({ properties: { ...body, date_end: null, earlier_names: [] } })
  expect(await json('/api/location/1/')).toMatchObject({
    properties: { date_start: null, predecessors: [], succession: '', earlier_names: ['31 Water Lane'] },
  })
}) // prettier-ignore
