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
