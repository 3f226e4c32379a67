import { expect, test } from 'vitest'
import { createRemoval } from '#stores/review/removal.ts'
import type { LastOperationStore } from '#stores/review/undo/last-operation.ts'
import { heldClient } from '../shared/late-answers.ts'
import { settle } from '../shared/fakes.ts'
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
  expect([openKey(), desk.edits.$edit.get()]).toEqual([null, null])
  expect(desk.last.$last.get()).toMatchObject({ text: '“Item 1” was removed.', state: 'done', refused: null })
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
  const { desk, removal, answerInstead, calls } = await planned()
  answerInstead(DELETE, { status: 204 })
  await removal.confirm()
  const at = '2026-11-01T10:00:00.000Z'
  const operation = {
    id: 9,
    type: 'removal',
    record: name,
    label: 'Item 1',
    into: null,
    rows: 3,
    at,
    by: null,
    until: at,
    undone: false,
    reason: null,
  }
  answerInstead('GET /api/operations/', { status: 200, body: { count: 1, results: [operation] } })
  answerInstead('POST /api/operations/9/undo/', { status: 200, body: { record: draft(1) } })
  expect(await desk.last.undo()).toBe(true)
  expect(calls.map(({ call }) => call)).toContain('GET /api/operations/?type=removal&kind=items&key=1&page_size=1')
  expect(desk.last.$last.get()).toMatchObject({ state: 'undone' })
})

test('what arrives after Cancel is not shown in the dialog of another record', async () => {
  const { client, answers } = heldClient()
  const none = () => Promise.resolve()
  const last = { done() {} } as unknown as LastOperationStore
  const removal = createRemoval({ client, withSession: (work) => work(), last, onRemoved: none })
  async function answer(key: number, at: number) {
    answers[at]!.resolve(draft(key))
    answers[at + 1]!.resolve(uses(key).body)
    await settle()
  }
  const shown = () => removal.$removal.get()
  void removal.plan(name)
  removal.close()
  void removal.plan({ kind: 'items', key: 2 })
  await answer(2, 2)
  await answer(1, 0)
  expect(shown()).toMatchObject({ state: 'ready', record: { key: 2 } })
  const confirming = removal.confirm()
  removal.close()
  void removal.plan(name)
  await answer(1, 5)
  answers[4]!.reject(new TypeError('fetch failed'))
  expect(await confirming).toBe(false)
  expect(shown()).toMatchObject({ state: 'ready', record: { key: 1 }, refusal: null })
})
