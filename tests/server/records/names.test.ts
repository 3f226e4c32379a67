import { expect, test } from 'vitest'
import { openRegattaTown } from '../publishing/regatta-town.ts'
import { deskOf } from './desk.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(openRegattaTown)
const { read, change } = deskOf(() => town)

test('a record names everything that it refers to', async () => {
  const { names } = await read('items', 1)
  expect(names).toEqual({
    locations: { 1: '12 Mill Street' },
    collections: { 2: 'Photographs' },
    people: { 1: 'Agnes Łukasiewicz (1850–1910)', 2: 'José María Peña', 3: 'Ruth Peña (born 1880)' },
    subjects: { 1: 'Mills' },
    organizations: { 2: 'Mill Company' },
  })
})

test('and what its dependent drafts and its history refer to', async () => {
  const { names } = await read('items', 51)
  expect(names).toMatchObject({ people: { 3: 'Ruth Peña (born 1880)' }, subjects: { 51: 'Regattas', 52: 'Rowing' } })
  await change('items', 51, { location: 2, people: [] })
  expect((await read('items', 51)).names).toMatchObject({
    locations: { 2: 'Harbour' },
    people: { 51: 'Wendel Wartend' },
  })
  expect((await read('ownership', 1)).names).toMatchObject({ lots: { '12-A': 'Lot 12-A' } })
})

test('an author does not learn the names of hidden records', async () => {
  await town.db.updateTable('person').set({ visibility: 'draft' }).where('id', '=', 901).execute()
  await change('items', 51, { people: [901] })
  const { names, fields } = await read('items', 51, 'volunteer')
  expect(fields['people']).toEqual([])
  expect(JSON.stringify(names)).not.toContain('Draftonly')
  expect((await read('items', 51)).names).toMatchObject({ people: { 901: 'Draftonly Nobody' } })
})
