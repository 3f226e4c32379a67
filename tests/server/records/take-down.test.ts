import { expect, test } from 'vitest'
import type { TestAccount } from '../fixtures.ts'
import { useFreshArchive } from '../use-archive.ts'
import { withVersion } from '../walk/current-version.ts'

const town = useFreshArchive()
interface Listed {
  results: { id: number; until: string | null; record: { kind: string; key: number } }[]
}
const usesOf = async (record: string) =>
  ((await town.send(`/api/records/${record}/uses/`, { as: 'staff' })).json as { count: number }).count
async function takeDown(record: string, more: object = {}, as: TestAccount = 'staff') {
  const path = `/api/records/${record}/`
  const body = { reason: 'The family asks.', uses: await usesOf(record), ...more }
  const headers = await withVersion(town, path, { 'if-match': '{version}' })
  return town.send(`${path}takedown/`, { method: 'POST', body, headers, as })
}
const listed = async () => ((await town.send('/api/operations/?type=takedown', { as: 'staff' })).json as Listed).results
const status = async (url: string) => (await town.get(url)).status
const undo = (id: number, as: TestAccount = 'staff') =>
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
  const keys = all.map(({ record: { kind, key } }) => `${kind} ${key}`)
  expect(keys).toEqual(['items 1', 'scans 1', 'people 1'])
  expect(all[0]).toMatchObject({
    ...{ type: 'removal', label: 'The mill in winter', reason: 'The family asks.', by: { id: 4, name: 'staff' } },
    until: expect.any(String),
  })
  const audit = await town.send('/api/audit/?kind=items', { as: 'staff' })
  expect((audit.json as object[])[0]).toMatchObject({ action: 'removed', note: 'Taken down: The family asks.' })
  for (const { id } of all) expect((await undo(id)).status).toBe(200)
  expect(await Promise.all(['/api/person/1/', '/api/scan/image/1/', '/api/item/1/'].map(status))).toEqual([
    200, 200, 200,
  ])
  expect((await listed()).map(({ until }) => until)).toEqual([null, null, null])
})

test('for good is for administrators, and nothing is kept for an undo', async () => {
  expect((await takeDown('items/1', { for_good: true })).status).toBe(403)
  expect(await status('/api/item/1/')).toBe(200)
  expect((await takeDown('items/1', { for_good: true }, 'administrator')).status).toBe(204)
  expect(await status('/api/item/1/')).toBe(404)
  const id = (await listed())[0]!.id
  expect(await listed()).toMatchObject([{ type: 'takedown', until: null, rows: 0 }])
  expect((await town.send('/api/operations/', { as: 'staff' })).json).toMatchObject({ count: 0 })
  expect(await undo(id, 'administrator')).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('for good') },
  })
})

test('after thirty days the list has it still, without an undo', async () => {
  await takeDown('items/1')
  await town.db.updateTable('operation').set({ at: '2026-01-01T00:00:00.000Z' }).execute()
  expect(await listed()).toMatchObject([{ until: null, reason: 'The family asks.' }])
})

test('an order without a reason, of other uses or of another kind changes nothing', async () => {
  expect(await takeDown('items/1', { reason: ' ' })).toMatchObject({
    status: 400,
    json: { reason: [expect.anything()] },
  })
  expect(await takeDown('items/1', { uses: 'many' })).toMatchObject({
    status: 400,
    json: { uses: [expect.anything()] },
  })
  expect((await takeDown('items/1', { uses: 77 })).status).toBe(409)
  expect((await takeDown('subjects/1')).status).toBe(404)
  expect((await takeDown('items/1', {}, 'volunteer')).status).toBe(403)
  expect([await status('/api/item/1/'), await listed()]).toEqual([200, []])
})
