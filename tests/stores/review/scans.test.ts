import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createScanChanges, type ScanDeps } from '#stores/review/scans.ts'
import { draft, keptEdits } from './world.ts'

const scan = (key: number) => ({ kind: 'scans' as const, key, label: `Scan ${key}`, version: 'p', fields: {} })
const itemOf = (...keys: number[]) => draft(7, { scans: keys.map(scan) as never })

function open(kind: ScanDeps['kind'] = 'scans') {
  const call = vi.fn(async () => ({ version: 'v1' }))
  const sendScan = vi.fn<ScanDeps['sendScan']>(async () => {})
  const last = { done: vi.fn() }
  const onSaved = vi.fn(async () => {})
  const changes = createScanChanges({
    ...{ kind, client: { call } as never, withSession: (work) => work(), newId: () => 'id', kept: keptEdits() },
    ...{ sendScan, last: last as never, onSaved },
  })
  return { changes, call, sendScan, last, onSaved }
}

test('a scan is moved into a gap by one call with the new order; into its own by none', async () => {
  const keys = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(keys, fc.nat(5), fc.nat(6), async (all, from_, gap_) => {
      const [from, gap] = [from_ % all.length, gap_ % (all.length + 1)]
      const { changes, call, onSaved } = open()
      const moved = await changes.move(itemOf(...all), all[from]!, gap)
      if (gap === from || gap === from + 1) {
        expect([moved, call.mock.calls]).toEqual([false, []])
        return
      }
      expect([moved, onSaved.mock.calls.length]).toEqual([true, 1])
      const before = all.slice(0, gap).filter((key) => key !== all[from])
      const after = all.slice(gap).filter((key) => key !== all[from])
      const order = { kind: 'scans', keys: [...before, all[from], ...after] }
      expect(call.mock.calls).toEqual([['sortParts', { path: { id: 7 }, body: order }]])
    }),
  )
})

test('recordings are moved among themselves', async () => {
  const { changes, call } = open('files')
  await changes.move(itemOf(), 3, 0, [{ key: 2 }, { key: 3 }])
  expect(call).toHaveBeenCalledWith('sortParts', { path: { id: 7 }, body: { kind: 'files', keys: [3, 2] } })
})

test('a picture is replaced if it is the one that was seen, and what undoes it is noted', async () => {
  const { changes, sendScan, last, onSaved } = open()
  const file = new File(['x'], 'second.png')
  expect(await changes.replace(itemOf(4), scan(4) as never, file)).toBe(true)
  const [body, to] = sendScan.mock.calls[0]!
  expect(to).toEqual({ path: { id: 4 }, headers: { 'If-Match': '"p"' } })
  expect((body.get('image') as File).name).toBe('second.png')
  expect(last.done).toHaveBeenCalledWith(expect.stringContaining('is replaced'), {
    ...{ kind: 'scans', key: 4, type: 'replacement' },
  })
  expect(onSaved).toHaveBeenCalledOnce()
})

test('a refused picture is told, and there is nothing to undo', async () => {
  const { changes, sendScan, last, onSaved } = open()
  sendScan.mockRejectedValue(new TypeError('fetch failed'))
  expect(await changes.replace(itemOf(4), scan(4) as never, new File(['x'], 'x.png'))).toBe(false)
  expect(changes.$refusal.get()).not.toBeNull()
  expect([last.done.mock.calls, onSaved.mock.calls.length]).toEqual([[], 1])
})
