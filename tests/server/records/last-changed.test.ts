import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { makeOldArchive } from '../database/old-archive.ts'
import { addRecords } from '../fixtures.ts'
import { openTwinTown, mergingIn } from './twin-town.ts'
import { deskOf } from './desk.ts'
import { useFreshArchive } from '../use-archive.ts'

const LONG_AGO = '2020-02-03T04:05:06.000Z'
const town = useFreshArchive(openTwinTown)
beforeEach(async () => {
  await town.db.updateTable('last_changed').set({ at: LONG_AGO }).execute()
  await town.db.updateTable('item').set({ updated_at: LONG_AGO }).execute()
})
const { change } = deskOf(() => town)
const { merge } = mergingIn(() => town)

interface Dated {
  id: number
  updated_at?: string | null
}
/** What visitors read as changed since. */
async function changed(): Promise<string[]> {
  const list = async (path: string) => (await town.get(`/api/${path}/`)).json as Dated[]
  const items = (await town.get('/api/items/?page_size=100')).json as { results: Dated[] }
  const zones = (await town.get('/api/locations/')).json as {
    features: { properties: { pk: number; updated_at: string } }[]
  }
  const all = {
    people: await list('people'),
    organizations: await list('organizations'),
    subjects: await list('subjects'),
    collections: await list('collections'),
    items: items.results,
    locations: zones.features.map(({ properties }) => ({ id: properties.pk, updated_at: properties.updated_at })),
  }
  return Object.entries(all).flatMap(([kind, rows]) =>
    rows.flatMap(({ id, updated_at }) => (updated_at === LONG_AGO ? [] : [`${kind} ${id}`])),
  )
}

test('a record has changed when it is edited, and when something that belongs to it is', async () => {
  expect(await changed()).toEqual([])
  await change('people', 3, { biography: 'She rowed.' })
  expect(await changed()).toEqual(['people 3'])
  const { updated_at } = (await town.get('/api/person/3/')).json as Dated
  expect(Date.now() - Date.parse(updated_at!)).toBeLessThan(60_000)
  await change('ownership', 1, { source: 'A deed' })
  await change('subjects', 2, { subject_description: 'On rails' })
  await change('collections', 1, { collection_description: 'All of it' })
  const [lot] = await town.db.selectFrom('ownership').select(['lot_num', 'person_id']).where('id', '=', 1).execute()
  const { location_id } = await town.db.selectFrom('lot').select('location_id').where('lot_num', '=', lot!.lot_num).executeTakeFirstOrThrow() // prettier-ignore
  expect(await changed()).toEqual([
    `people ${lot!.person_id}`,
    'people 3',
    'subjects 2',
    'collections 1',
    `locations ${location_id}`,
  ])
})

test('what visitors do not see has not changed', async () => {
  await change('people', 51, { biography: 'Not yet.' })
  await change('subjects', 51, { subject_description: 'Not yet.' })
  await addRecords(town.db, { grave: [{ id: 70, person_id: 3, entry: 'A draft', visibility: 'draft' }] })
  expect(await changed()).toEqual([])
  await town.db.updateTable('grave').set({ visibility: 'published' }).where('id', '=', 70).execute()
  expect(await changed()).toEqual(['people 3'])
  await town.db.deleteFrom('grave').where('id', '=', 70).execute()
  expect(await changed()).toEqual(['people 3'])
})

test('a merge changes the record that stays, and every item that names it', async () => {
  await merge('subjects', 5, 2)
  expect(await changed()).toEqual(['subjects 2', 'items 5', 'items 6'])
})

test('an older archive takes the dates from its audit trail, and has none for what was imported', async () => {
  const file = join(town.folder, 'old', 'archive.db')
  const old = await makeOldArchive(file, '0011-splits')
  old.sqlite.exec(`insert into subject (id, subject_name) values (1, 'Boats'), (2, 'Trains');
    insert into audit (at, action, kind, record_key) values ('2021-01-01T00:00:00.000Z', 'added', 'subjects', '1'),
      ('2022-01-01T00:00:00.000Z', 'edited', 'subjects', '1'), ('2023-01-01T00:00:00.000Z', 'edited', 'items', '2')`)
  await old.destroy()
  const now = await openDatabase(file)
  expect(await now.selectFrom('last_changed').selectAll().execute()).toEqual([
    { kind: 'subject', id: 1, at: '2022-01-01T00:00:00.000Z' },
  ])
  await now.destroy()
})
