import { beforeEach, describe, expect, test } from 'vitest'
import { addRecords, type TestAccount } from '../fixtures.ts'
import { openRegattaTown, reviewOf } from '../publishing/regatta-town.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)
beforeEach(async () => {
  const picture = { item_id: 51, sha256: 'a'.repeat(64), watermark: '', color: 'black', position: 'top left' }
  await addRecords(town.db, { scan: [{ ...picture, id: 52, scan_order: 2, version: 'second' }] })
})
const { take } = reviewOf(() => town)

async function write(method: 'PATCH' | 'DELETE', path: string, as: TestAccount, body?: object) {
  const url = `/api/records/${path}/`
  const headers = await withVersion(town, url, { 'if-match': VERSION })
  return (await town.send(url, { method, as, headers, ...(body && { body }) })).status
}
const scans = async () => {
  const { item_scans } = (await town.send('/api/item/51/', { as: 'staff' })).json as { item_scans: { id: number }[] }
  return item_scans.map(({ id }) => id)
}

describe.each([
  ['waiting', async () => {}],
  ['returned', async () => void (await take('return', { note: 'Which year?' }))],
])('an author changes an own %s item', (_, arrange) => {
  beforeEach(arrange)

  test('its fields, and the order of its scans, and removes one, each audited', async () => {
    expect(await write('PATCH', 'items/51', 'volunteer', { title: 'The regatta of 1901' })).toBe(200)
    expect(await write('PATCH', 'scans/52', 'volunteer', { order: 1 })).toBe(200)
    expect(await write('PATCH', 'scans/51', 'volunteer', { order: 2 })).toBe(200)
    expect(await scans()).toEqual([52, 51])
    expect(await write('DELETE', 'scans/52', 'volunteer')).toBe(204)
    expect(await scans()).toEqual([51])
    const audit = await town.db.selectFrom('audit').select(['action', 'kind', 'record_key', 'account_id']).execute()
    expect(audit.filter(({ account_id }) => account_id === 1)).toMatchObject([
      { action: 'edited', kind: 'items' },
      { action: 'edited', kind: 'scans', record_key: '52' },
      { action: 'edited', kind: 'scans', record_key: '51' },
      { action: 'removed', kind: 'scans', record_key: '52' },
    ])
  })

  test('and nobody else does, but staff', async () => {
    for (const as of ['otherVolunteer', 'society'] as const) {
      expect(await write('PATCH', 'items/51', as, { title: 'x' })).toBe(404)
      expect(await write('PATCH', 'scans/51', as, { order: 9 })).toBe(404)
      expect(await write('DELETE', 'scans/51', as)).toBe(404)
    }
    expect(await write('DELETE', 'scans/51', 'staff')).toBe(204)
  })
})

test.each([
  ['published', () => take('publish')],
  ['discarded', () => take('discard', { note: 'Twice' })],
])('an author does not change an own %s item', async (_, arrange) => {
  expect((await arrange()).status).toBe(200)
  expect(await write('PATCH', 'items/51', 'volunteer', { title: 'x' })).toBe(403)
  expect(await write('PATCH', 'scans/51', 'volunteer', { order: 9 })).toBe(403)
  expect(await write('DELETE', 'scans/51', 'volunteer')).toBe(403)
  expect(await scans()).toEqual([51, 52])
})
