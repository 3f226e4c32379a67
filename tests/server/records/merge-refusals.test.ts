import { afterEach, expect, test, vi } from 'vitest'
import type { MergedKind } from '#contract/merged.ts'
import type { Operation } from '#contract/undo.ts'
import { addRecords } from '../fixtures.ts'
import { detail, reviewOf } from '../publishing/regatta-town.ts'
import { deskOf } from './desk.ts'
import { recordRows } from './record-rows.ts'
import { mergingIn, openTwinTown } from './twin-town.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openTwinTown)
afterEach(() => vi.useRealTimers())
const { read, change } = deskOf(() => town)
const { take } = reviewOf(() => town)
const { send, merge, undo, get } = mergingIn(() => town)

test('circles are refused with a sentence, and nothing changes', async () => {
  await addRecords(town.db, { subject: [{ id: 6, subject_name: 'Engines', subject_parent: 3 }] })
  const before = await recordRows(town.db)
  const refused = async (kind: MergedKind, from: number, into: number) => {
    const answer = await send(kind, from, into)
    expect(answer.status).toBe(409)
    return detail(answer)
  }
  const ancestor = '“Agnes Łukasiewicz” is recorded as an ancestor of “Ruth Peña”. As one record they would be their own ancestor: correct the relationships first.' // prettier-ignore
  expect(await refused('people', 3, 1)).toBe(ancestor)
  expect(await refused('people', 1, 3)).toBe(ancestor)
  expect(await refused('people', 1, 2)).toMatch('married to each other')
  expect(await refused('subjects', 2, 6)).toBe('“Engines” lies below “Trains”. Let “Trains” be the one that stays, or move “Engines” first.') // prettier-ignore
  expect(await refused('collections', 1, 3)).toMatch('lies below')
  expect(await refused('organizations', 1, 2)).toMatch('the society itself')
  expect(await refused('people', 1, 52)).toMatch('is published and “Otto Ohneitem” is not')
  expect((await send('people', 1, 1)).status).toBe(400)
  expect((await send('people', 1, 4711)).json).toEqual({ into: ['Invalid pk "4711" - object does not exist.'] })
  expect((await send('people', 4711, 1)).status).toBe(404)
  expect((await send('people', 1, 2, { into: 'x' })).status).toBe(400)
  expect(await recordRows(town.db)).toEqual(before)
  // The other way round the tree stays whole.
  await merge('subjects', 6, 2)
})

test('a merge makes nobody a member of the society, and moves accounts otherwise', async () => {
  await town.db.updateTable('account').set({ organization_id: 5 }).where('id', '=', 2).execute()
  const refused = await send('organizations', 5, 1)
  expect([refused.status, detail(refused)]).toEqual([
    409,
    'There are accounts of “Mill Co.”, which would become members of the society. An administrator has to change them first.',
  ])
  const { merge: id } = await merge('organizations', 5, 2)
  const organization = () => town.db.selectFrom('account').select('organization_id').where('id', '=', 2).executeTakeFirst() // prettier-ignore
  expect(await organization()).toEqual({ organization_id: 2 })
  await undo(id)
  expect(await organization()).toEqual({ organization_id: 5 })
})

test('merges of merges lead to the last, and are undone from the last', async () => {
  const before = await recordRows(town.db)
  const first = await merge('people', 5, 1)
  await addRecords(town.db, { person: [{ id: 8, first_name: 'Agnes', surname: 'L.' }] })
  const second = await merge('people', 1, 8)
  expect(await get('/api/person/5/')).toMatchObject({ id: 8 })
  const detail = 'Undo this first, because it was done later and belongs to it: “Agnes Ida Łukasiewicz” became part of “Agnes Ida L. (1850–1910)”.' // prettier-ignore
  expect(await undo(first.merge)).toMatchObject({ status: 409, json: { detail, first: second.merge } })
  const list = (await town.send('/api/operations/?kind=people&type=merge', { as: 'staff' })).json as {
    results: Operation[]
  }
  expect(list.results).toMatchObject([
    { record: { key: 1 }, into: { key: 8 } },
    { record: { key: 5 }, label: 'Agnes Ida Lukasiewicz', into: { key: null, label: 'Agnes Ida Łukasiewicz' } },
  ])
  expect((await undo(second.merge)).status).toBe(200)
  expect((await undo(first.merge)).status).toBe(200)
  await town.db.deleteFrom('person').where('id', '=', 8).execute()
  expect(await recordRows(town.db)).toEqual(before)
})

test('after thirty days a merge stays', async () => {
  const { merge: id } = await merge('people', 5, 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 60 * 60_000 + 1000 })
  expect((await town.send('/api/operations/', { as: 'staff' })).json).toMatchObject({ count: 0 })
  expect((await undo(id)).status).toBe(409)
  expect(await get('/api/person/5/')).toMatchObject({ id: 1 })
})

test('whoever still edits the old record is told, with the one that stays', async () => {
  const { version } = await read('people', 5)
  const item = await read('items', 6)
  await merge('people', 5, 1)
  const headers = { 'if-match': `"${version}"` }
  const edited = await town.send('/api/records/people/5/', { method: 'PATCH', as: 'staff', body: { surname: 'X' }, headers }) // prettier-ignore
  expect([edited.status, edited.json]).toMatchObject([
    412,
    {
      detail: '“Agnes Ida Lukasiewicz” became part of “Agnes Ida Łukasiewicz” since you opened it. Nothing of yours was saved: look at “Agnes Ida Łukasiewicz” and try again.', // prettier-ignore
      record: { key: 1, label: 'Agnes Ida Łukasiewicz' },
      changed: [{ action: 'merged' }],
    },
  ])
  for (const step of ['publish', 'return', 'discard']) {
    expect((await take(step, { kind: 'people', key: 5, note: 'x', headers })).status).toBe(412)
  }
  // An item that was opened before is a conflict; a new one that names the old id gets the one that stays.
  const stale = await town.send('/api/records/items/6/', { method: 'PATCH', as: 'staff', body: { people: [5] }, headers: { 'if-match': `"${item.version}"` } }) // prettier-ignore
  expect(stale.status).toBe(412)
  const sent = await town.send('/api/item/post/', { method: 'POST', as: 'volunteer', body: { type: 'object', general_description: 'A brush.', people: [5, 1] } }) // prettier-ignore
  expect((await read('items', (sent.json as { id: number }).id)).fields).toMatchObject({ people: [1] })
  await change('items', 6, { people: [5, 2] })
  expect((await read('items', 6)).fields).toMatchObject({ people: [1, 2] })
})
