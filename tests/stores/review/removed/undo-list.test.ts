import { expect, test } from 'vitest'
import { createUndoList, readUndoAddress, undoQuery } from '#stores/review/removed/undo-list.ts'
import { draft } from '../world.ts'
import { network, settle, Status, type Reply } from '../../shared/fakes.ts'

const at = '2026-11-01T10:00:00.000Z'
const removed = (id: number) => ({
  ...{ id, kind: 'people', key: id, label: `Ada ${id}`, at, by: { id: 1, name: 'Cora' }, until: at, with: 2 },
})
const merged = { id: 5, kind: 'subjects', from: { key: 3, label: 'Boats' }, into: { key: 4, label: 'Ships' }, at, by: null, until: at } // prettier-ignore

function town(replies: Record<string, Reply> = {}, query = '') {
  const { client, asked } = network({
    '/api/removed/': () => ({ count: 2, results: [removed(1), removed(2)] }),
    '/api/merges/': () => ({ count: 1, results: [merged] }),
    '/api/removed/1/restore/': () => draft(1, { kind: 'people', state: 'published' }),
    '/api/merges/5/undo/': () => draft(3, { kind: 'subjects', state: 'published' }),
    ...replies,
  })
  let shown = query
  const address = { read: () => new URLSearchParams(shown), replace: (next: string) => void (shown = next) }
  const stores = createUndoList({ client, withSession: (work) => work(), address })
  return { stores, asked, address: () => shown, labels: () => stores.$list.get().entries.map(({ label }) => label) }
}

test('its address says what is listed', () => {
  const address = 'list=merged&kind=people&page=2'
  expect(undoQuery(readUndoAddress(new URLSearchParams(address)))).toBe(address)
  expect(readUndoAddress(new URLSearchParams('list=x&kind=x&page=-1'))).toEqual({ list: 'removed', kind: '', page: 1 })
  expect(readUndoAddress(new URLSearchParams('list=merged&kind=items')), 'items are not merged').toMatchObject({ kind: '' }) // prettier-ignore
})

test('removed records are listed by kind, and brought back', async () => {
  const { stores, asked, labels, address } = town()
  await stores.filter({ kind: 'people' })
  expect([labels(), address(), asked]).toEqual([
    ['Ada 1', 'Ada 2'],
    'kind=people',
    ['/api/removed/?kind=people&page=1&page_size=25'],
  ])
  expect(await stores.undo(stores.$list.get().entries[0]!)).toBe(true)
  expect(stores.$undone.get()).toMatchObject({ label: 'Ada 1', record: { state: 'published' } })
  expect(labels(), 'gone from the list at once').toEqual(['Ada 2'])
})

test('merged records are separated', async () => {
  const { stores, labels, asked } = town({}, 'kind=graves')
  await stores.filter({ list: 'merged' })
  expect([labels(), stores.$filters.get().kind]).toEqual([['Boats'], ''])
  await stores.undo(stores.$list.get().entries[0]!)
  expect(asked).toContain('/api/merges/5/undo/')
})

test('why a record does not come back is said in words, and it stays in the list', async () => {
  const detail = '{"detail":"What it belongs to was removed too. Bring that back first."}'
  const { stores, labels } = town({ '/api/removed/1/restore/': () => new Status(409, detail) })
  await stores.load()
  expect(await stores.undo(stores.$list.get().entries[0]!)).toBe(false)
  expect(stores.$undone.get()).toMatchObject({ refusal: { why: 'refused', text: expect.stringContaining('Bring that back first') } }) // prettier-ignore
  await settle()
  expect([labels(), [...stores.$pending.get()]]).toEqual([['Ada 1', 'Ada 2'], []])
})
