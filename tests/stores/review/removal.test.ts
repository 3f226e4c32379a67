import { expect, test } from 'vitest'
import { draft, world } from './world.ts'

const USES = 'GET /api/records/items/1/uses/'
const DELETE = 'DELETE /api/records/items/1/'
const uses = (count: number) => ({
  status: 200,
  body: { count, uses: [{ kind: 'scans', effect: 'removed', count, records: [] }] },
})
const name = { kind: 'items', key: 1 } as const

async function planned() {
  const town = world({ records: [draft(1, { state: 'published' }), draft(2)], query: 'record=items/1' })
  await town.desk.start()
  town.answerInstead(USES, uses(2))
  await town.desk.removal.plan(name)
  const deletions = () => town.calls.filter(({ call }) => call.startsWith('DELETE /api/records/'))
  return { ...town, removal: town.desk.removal, deletions }
}

test('a record is removed with the number of uses that was shown, and the desk shows the queue', async () => {
  const { desk, removal, answerInstead, deletions, openKey } = await planned()
  expect(removal.$removal.get()).toMatchObject({ state: 'ready', uses: { count: 2 }, hasChanged: false })
  desk.edit()
  desk.edits.change('title', 'Typed')
  answerInstead(DELETE, { status: 204 })
  expect(await removal.confirm()).toBe(true)
  expect(deletions()).toMatchObject([{ call: `${DELETE}?uses=2`, match: '"v1"' }])
  expect([openKey(), desk.edits.$edit.get(), desk.edits.hasUnsaved()]).toEqual([null, null, false])
  expect(removal.$removed.get()).toMatchObject({ label: 'Item 1', refusal: null })
})

test('where something else hangs on it by now, nothing is removed and that is shown', async () => {
  const { removal, answerInstead, openKey } = await planned()
  answerInstead(DELETE, { status: 409, body: { detail: 'Look again.' } })
  answerInstead(USES, uses(3))
  expect(await removal.confirm()).toBe(false)
  expect(removal.$removal.get()).toMatchObject({ state: 'ready', uses: { count: 3 }, hasChanged: true })
  answerInstead(DELETE, { status: 409, body: { detail: 'This is the society itself.' } })
  answerInstead(USES, uses(3))
  expect(await removal.confirm()).toBe(false)
  expect(removal.$removal.get()).toMatchObject({ refusal: { why: 'refused', text: 'This is the society itself.' } })
  expect(openKey()).toBe(1)
})

test('the last removal is undone', async () => {
  const { removal, answerInstead, calls } = await planned()
  answerInstead(DELETE, { status: 204 })
  await removal.confirm()
  const at = '2026-11-01T10:00:00.000Z'
  const entry = { id: 9, kind: 'items', label: 'Item 1', at, by: null, until: at, with: 2 }
  const results = [
    { ...entry, id: 8, key: 7 },
    { ...entry, key: 1 },
  ]
  answerInstead('GET /api/removed/', { status: 200, body: { count: 2, results } })
  answerInstead('POST /api/removed/9/restore/', { status: 200, body: draft(1) })
  expect(await removal.undo()).toEqual(name)
  expect(calls.map(({ call }) => call)).toContain('POST /api/removed/9/restore/')
  expect(removal.$removed.get()).toBe(null)
})
