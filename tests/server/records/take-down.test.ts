import { expect, test } from 'vitest'
import type { TestAccount } from '../fixtures.ts'
import { useFreshArchive } from '../use-archive.ts'
import { withVersion } from '../walk/current-version.ts'

const town = useFreshArchive()
interface Listed {
  results: { operation: number | null; kind: string; key: number; reason: string; undone: boolean }[]
}
const usesOf = async (record: string) =>
  ((await town.send(`/api/records/${record}/uses/`, { as: 'staff' })).json as { count: number }).count
async function takeDown(record: string, more: object = {}, as: TestAccount = 'staff') {
  const path = `/api/records/${record}/`
  const body = { reason: 'The family asks.', uses: await usesOf(record), ...more }
  const headers = await withVersion(town, path, { 'if-match': '{version}' })
  return town.send(`${path}takedown/`, { method: 'POST', body, headers, as })
}
const listed = async () => ((await town.send('/api/takedowns/', { as: 'staff' })).json as Listed).results
const status = async (url: string) => (await town.get(url)).status
const undo = (id: number | null, as: TestAccount = 'staff') =>
  town.send(`/api/operations/${id}/undo/`, { method: 'POST', body: {}, as })

test('a person, an item and a picture are taken down with what goes with them, listed, and brought back', async () => {
  for (const [record, address] of [
    ['people/1', '/api/person/1/'],
    ['scans/1', '/api/scan/image/1/'],
    ['items/1', '/api/item/1/'],
  ] as const) {
    expect(await status(address)).toBe(200)
    expect((await takeDown(record, { shows_reason: 'true' })).status).toBe(204)
    expect([404, 410]).toContain(await status(address))
  }
  expect((await town.get('/api/items/?search=mill')).json).toMatchObject({ count: 0 })
  const all = await listed()
  const keys = all.map(({ kind, key }) => `${kind} ${key}`)
  expect(keys).toEqual(['items 1', 'scans 1', 'people 1'])
  expect(all[0]).toMatchObject({
    ...{ label: 'The mill in winter', reason: 'The family asks.', by: { id: 4, name: 'staff' }, undone: false },
    ...{ shows_reason: true, shows_contact: false },
  })
  const audit = await town.send('/api/audit/?kind=items', { as: 'staff' })
  expect((audit.json as object[])[0]).toMatchObject({ action: 'removed', note: 'Taken down: The family asks.' })
  for (const { operation } of all) expect((await undo(operation)).status).toBe(200)
  expect(await Promise.all(['/api/person/1/', '/api/scan/image/1/', '/api/item/1/'].map(status))).toEqual([
    200, 200, 200,
  ])
  expect((await listed()).map(({ operation, undone }) => [operation, undone])).toEqual(Array(3).fill([null, true]))
})

test('for good is for administrators, and nothing is kept for an undo', async () => {
  expect((await takeDown('items/1', { for_good: true })).status).toBe(403)
  expect(await status('/api/item/1/')).toBe(200)
  expect((await takeDown('items/1', { for_good: true }, 'administrator')).status).toBe(204)
  expect(await status('/api/item/1/')).toBe(404)
  expect(await listed()).toMatchObject([{ operation: null, undone: false }])
  expect(await town.db.selectFrom('operation').selectAll().execute()).toEqual([])
})

test('after thirty days the list has it still, without an undo', async () => {
  await takeDown('items/1')
  for (const table of ['takedown', 'operation'] as const)
    await town.db.updateTable(table).set({ at: '2026-01-01T00:00:00.000Z' }).execute()
  expect(await listed()).toMatchObject([{ operation: null, undone: false }])
})

test('an order without a reason, of other uses or of another kind changes nothing', async () => {
  expect(await takeDown('items/1', { reason: ' ' })).toMatchObject({ status: 400, json: { reason: [expect.anything()] } })
  expect(await takeDown('items/1', { uses: 'many' })).toMatchObject({ status: 400, json: { uses: [expect.anything()] } })
  expect((await takeDown('items/1', { uses: 77 })).status).toBe(409)
  expect((await takeDown('subjects/1')).status).toBe(404)
  expect((await takeDown('items/1', {}, 'volunteer')).status).toBe(403)
  expect([await status('/api/item/1/'), await listed()]).toEqual([200, []])
})
