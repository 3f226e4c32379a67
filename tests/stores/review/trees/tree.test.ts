import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSessionClientOf } from '#client/session-client.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { treeCalls } from '#contract/endpoints/trees.ts'
import { API } from '#contract/messages.ts'
import type { TreeKind, TreeRow } from '#contract/tree.ts'
import { createTree, type TreeCallName, type TreeStore } from '#stores/review/trees/tree.ts'
import { branchOf, shownRows } from '#stores/review/trees/tree-rows.ts'
import { deskOf } from '../../../server/records/desk.ts'
import { openTwinTown } from '../../../server/records/twin-town.ts'
import type { TestArchive } from '../../../server/fixtures.ts'
import { keptEdits } from '../world.ts'

const row = (id: number, parent: number | null, name = `Row ${id}`): TreeRow => ({
  ...{ id, name, parent, state: 'published', items: 1 },
})

test('rows are drawn below their parents; words show what matches and what is above it', () => {
  const rows = [row(1, null, 'Boats'), row(2, 1, 'Steamers'), row(3, 2, 'Lake Steamers'), row(4, null, 'Trains'), row(9, 77, 'Orphan')] // prettier-ignore
  const drawn = (open: number[], words = '') =>
    shownRows(rows, new Set(open), words).map(({ row: { id }, level, position, size, isOpen, all }) => [id, level, `${position}/${size}`, isOpen, all]) // prettier-ignore
  expect(drawn([])).toEqual([[1, 1, '1/3', false, 3], [4, 1, '2/3', null, 1], [9, 1, '3/3', null, 1]]) // prettier-ignore
  expect(drawn([1]).map(([id, level]) => [id, level])).toEqual([[1, 1], [2, 2], [4, 1], [9, 1]]) // prettier-ignore
  expect(drawn([], 'lake STÉAM').map(([id]) => id)).toEqual([1, 2, 3])
  expect(drawn([], 'nothing')).toEqual([])
  expect([...branchOf(rows, 1)]).toEqual([1, 2, 3])
})

test('a large tree is arranged whole', () => {
  const rows = Array.from({ length: 2000 }, (_, at) => row(at + 1, at === 0 ? null : Math.ceil(at / 3)))
  expect(shownRows(rows, new Set(rows.map(({ id }) => id)), '')).toHaveLength(2000)
})

let town: TestArchive
let base: string
beforeEach(async () => {
  town = await openTwinTown()
  base = await town.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => town.close())
const { change } = deskOf(() => town)

async function open(kind: TreeKind, address = base): Promise<TreeStore> {
  const { authorization } = await town.signIn('staff')
  const tokens = { access: () => authorization!.replace('JWT ', ''), refresh: () => null, update: () => undefined }
  const calls = { ...baseCalls, ...staffCalls, ...treeCalls }
  const client = createSessionClientOf<TreeCallName>(calls, { base: address, tokens })
  const store = createTree({ kind, client, withSession: (work) => work(), newId: () => 'new-id', kept: keptEdits() })
  await store.load()
  return store
}
const parentOf = (store: TreeStore, id: number) => store.$rows.get()!.find((each) => each.id === id)?.parent

test('a branch is moved, and goes back with a sentence where the server refuses it', async () => {
  const store = await open('subjects')
  const targets = store.targetsOf({ what: 'move', id: 1 })
  expect([targets(1), targets(5), targets(null), targets(51)]).toEqual([false, false, false, true])
  expect(await store.move(5, null)).toBe(true)
  expect([parentOf(store, 5), store.$done.get()]).toMatchObject([null, { step: 'moved', name: 'Railways' }])
  // Somebody else moved 1 below 5 meanwhile.
  expect((await change('subjects', 1, { subject_parent: 5 })).status).toBe(200)
  expect(await store.move(5, 1)).toBe(false)
  expect([parentOf(store, 5), store.$refusal.get()]).toEqual([null, { why: 'refused', text: API.circle }])
})

test('what is typed stays when the row is moved, and when somebody else saves it', async () => {
  const store = await open('subjects')
  const { edits } = store
  await store.choose(5)
  edits.change('subject_description', 'Steam and steel.')
  expect(await store.move(5, null)).toBe(true)
  expect(edits.$edit.get()).toMatchObject({ inputs: { subject_description: 'Steam and steel.', subject_parent: null } })
  expect((await change('subjects', 5, { subject_name: 'Rails', subject_description: 'Theirs.' })).status).toBe(200)
  expect(await store.save()).toBe(null)
  expect(edits.$edit.get()!.conflicts).toEqual([{ field: 'subject_description', theirs: 'Theirs.' }])
  edits.decide('subject_description', 'mine')
  expect(await store.save()).toMatchObject({ label: 'Rails', fields: { subject_description: 'Steam and steel.' } })
})
