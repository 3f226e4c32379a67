import { expect, test } from 'vitest'
import { createMerges } from '#stores/review/merge.ts'
import type { LastOperationStore } from '#stores/review/undo/last-operation.ts'
import { settle } from '../shared/fakes.ts'
import { heldClient } from '../shared/late-answers.ts'
import { draft, world } from './world.ts'

const person = (key: number, label: string) =>
  draft(key, { kind: 'people', label, fields: { first_name: label }, version: `p${key}` })
const MERGE = 'POST /api/records/people/5/merge/'

async function planned() {
  const anna = person(5, 'Anna')
  const town = world({ records: [draft(1, { brings: [{ ...anna, author: null }] }), anna, person(9, 'Anna Hale')] })
  const likely = [
    { kind: 'people', key: 5, label: 'Anna', likely: [{ key: 9, label: 'Anna Hale', state: 'published' }] },
  ]
  town.answerInstead('GET /api/records/items/1/likely/', { status: 200, body: likely })
  town.answerInstead(
    MERGE,
    { status: 200, body: { merge: null, record: person(9, 'Anna Hale'), conflicts: [] } },
    { status: 200, body: { merge: 3, record: person(9, 'Anna Hale'), conflicts: [] } },
  )
  await town.desk.start()
  await town.pass()
  await town.desk.merges.plan('people', 5, 9)
  return { ...town, merges: town.desk.merges, last: town.desk.last, likely }
}

test('after a merge of the open record, nothing more is asked about the one that went', async () => {
  const [anna, hale] = [person(5, 'Anna'), person(9, 'Anna Hale')]
  const { desk, pass, answerInstead, calls } = world({ records: [anna, hale] })
  answerInstead(
    MERGE,
    { status: 200, body: { merge: null, record: hale, conflicts: [] } },
    { status: 200, body: { merge: 3, record: hale, conflicts: [] } },
  )
  await desk.start()
  await pass()
  await desk.open({ kind: 'people', key: 5 })
  await pass()
  await desk.merges.plan('people', 5, 9)
  // The server answers with the record that stays.
  answerInstead('GET /api/records/people/5/', { status: 200, body: hale })
  await desk.merges.merge()
  await pass()
  const after = calls.slice(calls.findLastIndex(({ call }) => call === MERGE) + 1).map(({ call }) => call)
  expect(after).not.toContain('GET /api/records/people/5/likely/')
})

test('a merge that is refused changes nothing and says why', async () => {
  const { merges, last, answerInstead } = await planned()
  answerInstead(MERGE, { status: 409, body: { detail: 'One is the parent of the other.' } })
  expect(await merges.merge()).toBe(null)
  expect(merges.$merge.get()).toMatchObject({ state: 'ready', refusal: { text: 'One is the parent of the other.' } })
  expect(last.$last.get()).toBe(null)
})

test('a swap asks what would happen the other way round', async () => {
  const { merges, answerInstead, calls } = await planned()
  answerInstead('POST /api/records/people/9/merge/', {
    status: 200,
    body: { merge: null, record: person(5, 'Anna'), conflicts: [] },
  })
  await merges.swap()
  expect(merges.$merge.get()).toMatchObject({ plan: { from: { key: 9 }, into: { key: 5 } } })
  expect(calls.at(-1)).toMatchObject({ match: '"p9"', body: { into: 5, preview: true } })
})

test('a value of the record that goes is chosen, and shown before it is merged', async () => {
  const { merges, answerInstead, calls } = await planned()
  const conflicts = [{ field: 'first_name', kept: 'Anna', other: 'Anna Hale' }]
  const after = person(9, 'Anna')
  answerInstead(MERGE, { status: 200, body: { merge: null, record: after, conflicts } }, { status: 200, body: { merge: 3, record: after, conflicts } }) // prettier-ignore
  await merges.choose('first_name', 'from')
  const take = ['first_name']
  expect(merges.$merge.get()).toMatchObject({ plan: { take, preview: { record: { fields: { first_name: 'Anna' } } } } })
  await merges.merge()
  expect(calls.findLast(({ call }) => call === MERGE)).toMatchObject({ body: { into: 9, take, preview: false } })
})

test('what arrives after Cancel does not open the dialog again', async () => {
  const { client, answers } = heldClient()
  const last = { done() {} } as unknown as LastOperationStore
  const merges = createMerges({ client, withSession: (work) => work(), last, onMerged: () => Promise.resolve() })
  async function answer(at: number) {
    answers[at]!.resolve(person(5, 'Anna'))
    answers[at + 1]!.resolve(person(9, 'Anna Hale'))
    await settle()
    answers[at + 2]!.resolve({ merge: null, record: person(9, 'Anna Hale'), conflicts: [] })
    await settle()
  }
  void merges.plan('people', 5, 9)
  merges.close()
  await answer(0)
  expect(merges.$merge.get()).toEqual({ state: 'none' })
  void merges.plan('people', 5, 9)
  await answer(3)
  const merging = merges.merge()
  merges.close()
  answers[6]!.reject(new TypeError('fetch failed'))
  expect([await merging, merges.$merge.get()]).toEqual([null, { state: 'none' }])
})
