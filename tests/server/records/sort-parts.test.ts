import fc from 'fast-check'
import { expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import { addRecords, openTestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { useFreshArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const IDS = [11, 12, 13, 14, 15]
const scan = (id: number, at: number) => ({ id, item_id: 3, sha256: 'a'.repeat(64), scan_order: at + 1, version: 'v' })
const town = useFreshArchive(async () => {
  const opened = await openTestArchive(SMALL_TOWN)
  await opened.db.deleteFrom('scan').where('item_id', '=', 3).execute()
  await addRecords(opened.db, { scan: IDS.map(scan) })
  return opened
})
const { read } = deskOf(() => town)
const sort = (keys: unknown, { item = 3, kind = 'scans' }: { item?: number; kind?: string } = {}) =>
  town.send(`/api/records/items/${item}/order/`, { method: 'POST', as: 'staff', body: { kind, keys } })
const rows = () =>
  town.db
    .selectFrom('scan')
    .select(['id', 'scan_order as order'])
    .where('item_id', '=', 3)
    .orderBy('scan_order')
    .orderBy('id')
    .execute()
const order = async () => (await rows()).map(({ id }) => id)

test('one call sorts all scans, and the history says which have moved', async () => {
  const before = await read('items', 3)
  expect((await sort([11, 14, 12, 13, 15])).status).toBe(204)
  expect(await order()).toEqual([11, 14, 12, 13, 15])
  const { scans, history, version } = await read('items', 3)
  expect(scans.map(({ key }) => key)).toEqual([11, 14, 12, 13, 15])
  expect(version).not.toBe(before.version)
  const steps = history.filter(({ kind }) => kind === 'scans').map(({ key, fields }) => [key, fields[0]!.after])
  expect(steps.toSorted()).toEqual([
    [12, 3],
    [13, 4],
    [14, 2],
  ])
  // The same again changes nothing.
  expect((await sort([11, 14, 12, 13, 15])).status).toBe(204)
  expect((await read('items', 3)).history).toEqual(history)
})

test('those that are named share the numbers that they had; the others keep theirs', async () => {
  const some = fc.tuple(fc.array(fc.nat(20), { minLength: 5, maxLength: 5 }), fc.shuffledSubarray(IDS))
  await fc.assert(
    fc.asyncProperty(some, async ([orders, keys]) => {
      const had = new Map(IDS.map((id, at) => [id, orders[at]! + 1]))
      for (const [id, scan_order] of had)
        await town.db.updateTable('scan').set({ scan_order }).where('id', '=', id).execute()
      expect((await sort(keys)).status).toBe(204)
      const now = new Map((await rows()).map((row) => [row.id, row.order]))
      const named = keys.map((key) => now.get(key)!)
      expect(named).toEqual([...new Set(named)].toSorted((a, b) => a - b))
      for (const id of IDS) if (!keys.includes(id)) expect(now.get(id)).toBe(had.get(id))
      const numbers = keys.map((key) => had.get(key)!).toSorted((a, b) => a - b)
      if (new Set(numbers).size === numbers.length) expect(named).toEqual(numbers)
    }),
    { numRuns: 12 },
  )
})

test('what is not part of the item, and what is no list, changes nothing', async () => {
  expect((await sort([11, 1])).json).toEqual({ keys: [API.noSuchRecord(1)] })
  expect((await sort([11], { kind: 'files' })).json).toEqual({ keys: [API.noSuchRecord(11)] })
  for (const keys of [undefined, 'eleven', [0], ['x'], { 0: 11 }])
    expect([(await sort(keys)).status, Object.keys((await sort(keys)).json)]).toEqual([400, ['keys']])
  expect((await sort([11], { kind: 'people' })).status).toBe(400)
  expect((await sort([], { item: 999 })).status).toBe(404)
  expect(await order()).toEqual(IDS)
})
