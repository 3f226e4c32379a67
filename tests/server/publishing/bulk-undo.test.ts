import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Operation } from '#contract/undo.ts'
import type { TestArchive } from '../fixtures.ts'
import { deskOf } from '../records/desk.ts'
import { recordRows } from '../records/record-rows.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { openRegattaTown } from './regatta-town.ts'

let town: TestArchive
beforeEach(async () => (town = await openRegattaTown()))
afterEach(() => town.close())
const { read } = deskOf(() => town)

async function take(step: string, kind: string, key: number, batch?: string) {
  const url = `/api/records/${kind}/${key}/${step}/`
  const headers = await withVersion(town, url, { 'if-match': VERSION })
  const answer = await town.send(url, { method: 'POST', as: 'staff', body: { note: 'No.', batch }, headers })
  expect([answer.status, answer.json]).toEqual([200, answer.json])
}
const post = (path: string, body = {}) => town.send(path, { method: 'POST', as: 'staff', body })
const listed = async (): Promise<Operation[]> =>
  ((await town.send('/api/operations/', { as: 'staff' })).json as { results: Operation[] }).results

test.each(['publish', 'discard'])(
  'a %s of several drafts is one operation, and is undone with what came along',
  async (step) => {
    const before = await recordRows(town.db)
    await take(step, 'items', 51, 'b-1')
    await take(step, 'people', 52, 'b-1')
    const [operation, ...others] = await listed()
    expect([operation, others]).toMatchObject([{ type: 'bulk', label: step, record: null, by: { name: 'staff' } }, []])
    expect(operation!.rows).toBe(step === 'publish' ? 7 : 2)
    expect((await post(`/api/operations/${operation!.id}/undo/`)).json).toEqual({ record: null })
    expect(await recordRows(town.db)).toEqual(before)
    const { history, state } = await read('items', 51)
    expect([state, history[0]!.action]).toEqual(['waiting', step === 'publish' ? 'unpublished' : 'resubmitted'])
    expect((await town.get('/api/item/51/')).status).toBe(404)
  },
)

test('a draft that moved on since is named, and stays where the others go back', async () => {
  await take('return', 'items', 51, 'b-2')
  await take('return', 'people', 52, 'b-2')
  await take('resubmit', 'people', 52)
  const { history } = await read('people', 52)
  const [{ id }] = (await listed()) as [Operation]
  expect(await post(`/api/operations/${id}/undo/`)).toMatchObject({ status: 409, json: { changed: [expect.stringContaining('Otto Ohneitem')] } }) // prettier-ignore
  expect((await post(`/api/operations/${id}/undo/`, { keep_changed: true })).status).toBe(200)
  expect([(await read('items', 51)).state, (await read('people', 52)).state]).toEqual(['waiting', 'waiting'])
  expect((await read('people', 52)).history).toEqual(history)
})

test('what was unpublished together is published again, and its history says so', async () => {
  await take('publish', 'people', 52)
  await take('unpublish', 'people', 52, 'b-3')
  const [{ id }] = (await listed()) as [Operation]
  expect((await post(`/api/operations/${id}/undo/`)).status).toBe(200)
  const { state, history } = await read('people', 52)
  expect([state, history[0]!.action]).toEqual(['published', 'published'])
})
