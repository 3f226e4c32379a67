import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { QueueEntry } from '#contract/record.ts'
import type { TestArchive } from '../fixtures.ts'
import { openRegattaTown, reviewOf } from './regatta-town.ts'

let town: TestArchive
beforeEach(async () => (town = await openRegattaTown()))
afterEach(() => town.close())
const { take, queue, steps } = reviewOf(() => town)

describe('the queue', () => {
  test('lists each record once, oldest first, without dependent drafts', async () => {
    expect(await queue()).toEqual(['people 52 Otto Ohneitem', 'items 51 The regatta', 'items 901 Secret draft mill'])
  })

  test('lists all of a kind, also by author', async () => {
    expect(await queue('?kind=people')).toEqual(['people 52 Otto Ohneitem', 'people 51 Wendel Wartend'])
    expect(await queue('?kind=relationships')).toEqual(['relationships 51 Wendel Wartend, parent of Ruth Peña'])
    expect(await queue('?kind=graves')).toEqual(['graves 51 Gravestone of Wendel Wartend'])
    expect(await queue('?author=1')).toEqual(['people 52 Otto Ohneitem', 'items 51 The regatta'])
    expect(await queue('?author=2')).toEqual([])
  })

  test('lists dependent drafts of a returned item', async () => {
    await take('return', { note: 'Which year?' })
    expect(await queue('?state=returned')).toEqual(['items 51 The regatta'])
    expect(await queue()).toContain('people 51 Wendel Wartend')
  })

  test('an entry has author, date and number of scans', async () => {
    const [, item] = (await town.send('/api/review/', { as: 'staff' })).json as QueueEntry[]
    expect(item).toEqual({
      kind: 'items',
      key: 51,
      label: 'The regatta',
      state: 'waiting',
      author: { id: 1, name: 'volunteer' },
      submitted_at: '2026-03-02T00:00:00.000Z',
      note: '',
      scans: 1,
    })
  })

  test('submissions are visible to their author only', async () => {
    const own = (await town.send('/api/submissions/?kind=items', { as: 'volunteer' })).json as QueueEntry[]
    expect(own.map(({ key, state }) => [key, state])).toEqual([[51, 'waiting']])
    expect((await town.send('/api/submissions/', { as: 'otherVolunteer' })).json).toEqual([])
    await take('publish')
    const after = (await town.send('/api/submissions/?state=published', { as: 'volunteer' })).json as QueueEntry[]
    expect(after.map(({ kind }) => kind)).toContain('items')
  })
})

test.each(['publish', 'return', 'discard', 'unpublish'])('%s is for staff only', async (step) => {
  for (const as of ['volunteer', 'otherVolunteer', 'society'] as const) {
    expect((await take(step, { as, note: 'x' })).status).toBe(403)
  }
  expect((await town.send(`/api/records/items/51/${step}/`, { method: 'POST', body: { note: 'x' } })).status).toBe(401)
  expect(await steps()).toEqual([])
})

test('unknown records and kinds without a review are not found', async () => {
  expect((await take('publish', { key: 4711 })).status).toBe(404)
  expect((await town.send('/api/records/items/x/publish/', { method: 'POST', as: 'staff' })).status).toBe(404)
  expect((await town.send('/api/records/plaques/1/publish/', { method: 'POST', as: 'staff' })).status).toBe(404)
})
