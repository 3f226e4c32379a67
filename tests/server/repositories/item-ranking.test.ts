import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'

let archive: TestArchive
beforeAll(async () => {
  archive = await openTestArchive({
    person: [{ id: 1, first_name: 'Harbour', surname: 'Master' }],
    items: [
      { id: 1, title: 'A picnic', general_description: 'Beside the harbour, long ago', date_start: 18500000 },
      { id: 2, title: 'Harbour', general_description: 'Ships', date_start: 19000000 },
      { id: 3, title: 'A portrait', general_description: 'A man', people: [1], date_start: 18600000 },
    ],
  })
})
afterAll(() => archive.close())
const found = async (search: string) =>
  ((await archive.get(`/api/items/?search=${search}`)).json as { results: { id: number }[] }).results.map((r) => r.id)

test('a word in the title comes first, then a name, then the description', async () => {
  expect(await found('harbour')).toEqual([2, 3, 1])
})

test('an item of that year ranks before one that mentions it, and the typed form before others', async () => {
  await archive.db.updateTable('item').set({ general_description: 'Taken as in 1900' }).where('id', '=', 1).execute()
  await refreshItemSearch(archive.db, [1])
  expect(await found('1900')).toEqual([2, 1])
  await archive.db.updateTable('item').set({ general_description: 'Harbours, harbours' }).where('id', '=', 3).execute()
  await archive.db.updateTable('item').set({ general_description: 'Beside the harbour' }).where('id', '=', 1).execute()
  await refreshItemSearch(archive.db, [1, 3])
  expect(await found('harbours')).toEqual([3, 2, 1])
})

test('an edited item is found by its new words only', async () => {
  await archive.db.updateTable('item').set({ title: 'A regatta' }).where('id', '=', 2).execute()
  await refreshItemSearch(archive.db, [2])
  expect(await found('regatta')).toEqual([2])
  expect(await found('harbour')).toEqual([3, 1])
})

test('a deleted item is not found', async () => {
  await archive.db.deleteFrom('item').where('id', '=', 2).execute()
  expect(await found('regatta')).toEqual([])
  expect(await found('ships')).toEqual([])
})
