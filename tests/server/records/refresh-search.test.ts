import { expect, test } from 'vitest'
import { refreshPending } from '#server/records/refresh-search.ts'
import { openTestArchive } from '../fixtures.ts'
import { withVersion, VERSION } from '../walk/current-version.ts'
import { useArchive } from '../use-archive.ts'

const ITEMS = 120
const town = useArchive(() =>
  openTestArchive({
    person: [{ id: 1, first_name: 'Ada', surname: 'Calder' }],
    items: Array.from({ length: ITEMS }, (_, at) => ({ id: at + 1, title: `Picture ${at + 1}`, people: [1] })),
  }),
)

const count = async (word: string) => ((await town.get(`/api/items/?search=${word}`)).json as { count: number }).count
async function rename(surname: string) {
  const url = '/api/records/people/1/'
  const headers = await withVersion(town, url, { 'if-match': VERSION })
  expect((await town.send(url, { method: 'PATCH', body: { surname }, headers, as: 'staff' })).status).toBe(200)
}
const waiting = () => town.db.selectFrom('item_search_pending').select('item_id').execute()

test('a renamed person holds other requests for some items only: the others are refreshed in steps', async () => {
  expect(await count('calder')).toBe(ITEMS)
  await rename('Quillfeather')
  const left = (await waiting()).length
  expect(left).toBeGreaterThan(ITEMS / 2)
  expect(await count('quillfeather')).toBe(ITEMS - left)
  // The steps end by themselves, and an answer that was kept meanwhile is given up.
  while (await refreshPending(town.db));
  expect(await waiting()).toEqual([])
  expect(await count('quillfeather')).toBe(ITEMS)
  expect(await count('calder')).toBe(0)
})

test('of two changes in a row the last one is found, and a removed item is passed over', async () => {
  await rename('Oldname')
  await rename('Newname')
  await town.db.deleteFrom('item_person').where('item_id', '=', ITEMS).execute()
  await town.db.deleteFrom('item').where('id', '=', ITEMS).execute()
  while (await refreshPending(town.db));
  expect([await count('oldname'), await count('newname')]).toEqual([0, ITEMS - 1])
})
