import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSessionClientOf } from '#client/session-client.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { createUndoList, readUndoAddress, undoQuery } from '#stores/review/undo/undo-list.ts'
import type { TestArchive } from '../../../server/fixtures.ts'
import { deskOf } from '../../../server/records/desk.ts'
import { mergingIn, openTwinTown } from '../../../server/records/twin-town.ts'

let town: TestArchive
let base: string
beforeEach(async () => {
  town = await openTwinTown()
  base = await town.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => town.close())
const { drop, change } = deskOf(() => town)
const { merge } = mergingIn(() => town)

async function open(query = '') {
  const { authorization } = await town.signIn('staff')
  const tokens = { access: () => authorization!.replace('JWT ', ''), refresh: () => null, update: () => undefined }
  const client = createSessionClientOf({ ...baseCalls, ...staffCalls }, { base, tokens })
  let shown = query
  const address = { read: () => new URLSearchParams(shown), replace: (next: string) => void (shown = next) }
  const stores = createUndoList({ client, withSession: (work) => work(), address })
  await stores.load()
  const listed = () => stores.$list.get().operations.map(({ type, label }) => `${type} ${label}`)
  return { stores, address: () => shown, listed }
}

test('its address says what is listed', () => {
  const address = 'type=merge&kind=people&page=2'
  expect(undoQuery(readUndoAddress(new URLSearchParams(address)))).toBe(address)
  expect(readUndoAddress(new URLSearchParams('type=x&kind=x&id=x&page=-1'))).toEqual({ type: '', kind: '', id: null, page: 1 }) // prettier-ignore
})

test('one list has everything that can be undone, by type and kind', async () => {
  expect((await drop('graves', 1)).status).toBe(204)
  await merge('subjects', 5, 2)
  const { stores, listed, address } = await open()
  expect(listed()).toEqual(['merge Railways', 'removal Gravestone of Agnes Łukasiewicz'])
  await stores.filter({ type: 'removal' })
  expect([listed(), address()]).toEqual([['removal Gravestone of Agnes Łukasiewicz'], 'type=removal'])
  expect(await stores.undo(stores.$list.get().operations[0]!)).toBe(true)
  expect(stores.$undone.get()).toMatchObject({ record: { kind: 'graves', key: 1 } })
  expect(listed(), 'gone from the list at once').toEqual([])
})

test('a page past the end becomes the last one', async () => {
  await merge('subjects', 5, 2)
  const { listed, address } = await open('type=merge&page=9')
  expect([listed(), address()]).toEqual([['merge Railways'], 'type=merge'])
})

test('a refusal names the operation that has to be undone first, or what was changed since', async () => {
  const { merge: first } = await merge('people', 5, 1)
  expect((await drop('graves', 6)).status).toBe(204)
  const later = first + 1
  const { stores } = await open(`id=${first}`)
  const [one] = stores.$list.get().operations
  expect(await stores.undo(one!)).toBe(false)
  expect(stores.$refused.get().get(first)).toMatchObject({ first: later, canKeep: false, refusal: { why: 'refused' } })
  expect((await town.send(`/api/operations/${later}/undo/`, { method: 'POST', as: 'staff' })).status).toBe(200)
  expect((await change('items', 6, { people: [3] })).status).toBe(200)
  expect(await stores.undo(one!)).toBe(false)
  expect(stores.$refused.get().get(first)).toMatchObject({ first: null, canKeep: true })
  expect(await stores.undo(one!, true)).toBe(true)
})
