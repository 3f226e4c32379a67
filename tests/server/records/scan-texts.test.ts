import { expect, test } from 'vitest'
import type { Uses } from '#contract/review.ts'
import type { Operation } from '#contract/undo.ts'
import { openTestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { useFreshArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const town = useFreshArchive(() => openTestArchive(SMALL_TOWN))
const { read, change } = deskOf(() => town)
const words = '[[["Old",0,0,900,200]]]'
const boxes = async () =>
  (await town.db.selectFrom('scan').select('words').where('id', '=', 1).executeTakeFirst())?.words
const writeDown = () => town.db.updateTable('scan').set({ text: 'Old mill', words }).where('id', '=', 1).execute()

test('the boxes of words come back with a scan that was removed, and go when its text is another', async () => {
  await writeDown()
  const { version } = await read('scans', 1)
  const { count } = (await town.send('/api/records/scans/1/uses/', { as: 'staff' })).json as Uses
  const headers = { 'if-match': `"${version}"` }
  const gone = await town.send(`/api/records/scans/1/?uses=${count}`, { method: 'DELETE', as: 'staff', headers })
  expect([gone.status, await boxes()]).toEqual([204, undefined])
  const { results } = (await town.send('/api/operations/', { as: 'staff' })).json as { results: Operation[] }
  await town.send(`/api/operations/${results[0]!.id}/undo/`, { method: 'POST', as: 'staff', body: {} })
  expect(await boxes()).toBe(words)
  expect((await change('scans', 1, { alt: 'A mill' })).status).toBe(200)
  expect(await boxes()).toBe(words)
  expect((await change('scans', 1, { text: 'New mill' })).status).toBe(200)
  expect(await boxes()).toBe('')
})

test('the desk has the texts of an item’s scans one by one, and sees that one has changed', async () => {
  await writeDown()
  const before = await read('items', 1)
  expect(before.scans.map(({ key, has_text: has }) => [key, has])).toEqual([
    [2, false],
    [1, true],
  ])
  expect(JSON.stringify(before.scans)).not.toContain('Old mill')
  expect((await read('scans', 1)).fields).toMatchObject({ text: 'Old mill' })
  await town.db.updateTable('scan').set({ text: 'New mill' }).where('id', '=', 1).execute()
  expect((await read('items', 1)).version).not.toBe(before.version)
})

test('texts are those of named items, and of no more than a hundred', async () => {
  await writeDown()
  expect((await town.get('/api/texts/')).json).toEqual([])
  expect((await town.get('/api/texts/?items=1,901')).json).toMatchObject([{ item: 1, scan: 1, text: 'Old mill' }])
  const ids = Array.from({ length: 101 }, (_, at) => at + 1).join()
  const refused = await town.get(`/api/texts/?items=${ids}`)
  expect([refused.status, refused.json]).toEqual([400, { items: ['Enter at most 100 items.'] }])
})
