import { expect, test } from 'vitest'
import { openTestArchive } from '../fixtures.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { addScans } from '../scans-of-items.ts'
import { useArchive } from '../use-archive.ts'

const archive = useArchive(() =>
  openTestArchive({
    person: [{ id: 1, first_name: 'Harbour', surname: 'Master' }],
    items: [
      { id: 1, title: 'A picnic', general_description: 'Beside the harbour, long ago', date_start: 18500000 },
      { id: 2, title: 'Harbour', general_description: 'Ships', date_start: 19000000 },
      { id: 3, title: 'A portrait', general_description: 'A man', people: [1], date_start: 18600000 },
    ],
  }),
)
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

test('a list can be sorted by pictures, date, title or the day of publishing; vague dates stand at their middle', async () => {
  const own = await openTestArchive({
    items: [
      { id: 1, title: 'the mill', date_end: 19700000 },
      { id: 2, title: '“A mill', date_start: 18310000 },
      { id: 3, title: '', general_description: 'mill', date_start: 18800000, date_end: 18890000 },
      { id: 4, title: 'Mill pond', date_start: 18850101 },
      { id: 5, title: 'mill', date_end: 18200000 },
      { id: 6, title: 'Mill race' },
    ],
  })
  for (const [id, day] of [1, 9, 3, 4, 5, 6].entries())
    await own.db
      .updateTable('item')
      .set({ published_at: `2026-01-0${day}T00:00:00.000Z` })
      .where('id', '=', id + 1)
      .execute()
  const sorted = async (sort: string, more = '') => {
    const { json } = await own.get(`/api/items/?sort=${sort}${more}`)
    return (json as { results: { id: number }[] }).results.map(({ id }) => id).join('')
  }
  for (const more of ['', '&search=mill']) {
    expect(await sorted('date', more)).toBe('523416')
    expect(await sorted('title', more)).toBe('254613')
    expect(await sorted('added', more)).toBe('265431')
  }
  expect(await sorted('relevance')).toBe('523416')
  await addScans(own.db, [1, 3, 6])
  for (const more of ['', '&search=mill', '&date=0000000099999999'])
    expect(await sorted('pictures', more)).toBe('316524')
  expect(await sorted('pictures', '&page_size=2&page=2')).toBe('65')
  expect((await own.get('/api/items/?sort=size')).status).toBe(400)
  // A picture that only staff see is none for others.
  await own.db.updateTable('scan').set({ hidden_until: 'staff' }).where('item_id', '=', 1).execute()
  for (const more of ['', '&search=mill']) {
    expect(await sorted('pictures', more)).toBe('365241')
    const { json } = await own.send(`/api/items/?sort=pictures${more}`, { as: 'staff' })
    expect((json as { results: { id: number }[] }).results.map(({ id }) => id).join('')).toBe('316524')
  }
  await own.close()
})

test('a type is a word of its items; titles and names come before it', async () => {
  const own = await openTestArchive({
    subject: [{ id: 1, subject_name: 'Postcard clubs' }],
    items: [
      { id: 1, title: 'Main Street', type: 'postcard' },
      { id: 2, title: 'A letter', general_description: 'With a postcard of the harbour, and one of the mill' },
      { id: 3, title: 'A postcard rack', general_description: 'In the shop on Main Street, beside the papers' },
      { id: 4, title: '', type: 'postcard' },
      { id: 5, title: 'An album', subjects: [1] },
      { id: 6, title: 'Greetings', general_description: 'A postcard by the lake', type: 'postcard' },
      { id: 7, title: 'Grandmother speaks', type: 'oral_history' },
    ],
  })
  const search = async (words: string) => {
    const { json } = await own.get(`/api/items/?search=${words}`)
    return (json as { results: { id: number }[] }).results.map(({ id }) => id)
  }
  for (const words of ['postcard', 'postcards', 'Postc']) {
    const ids = await search(words)
    expect(ids.slice(0, 2)).toEqual([3, 5])
    expect(ids.slice(2).sort()).toEqual([1, 2, 4, 6])
  }
  expect(await search('oral+histories')).toEqual([7])
  expect(await search('untitled')).toEqual([4])
  await own.close()
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
