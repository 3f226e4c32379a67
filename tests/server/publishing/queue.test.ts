import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { QueueEntry } from '#contract/record.ts'
import type { TestArchive } from '../fixtures.ts'
import { openRegattaTown, reviewOf } from './regatta-town.ts'

let town: TestArchive
beforeEach(async () => (town = await openRegattaTown()))
afterEach(() => town.close())
const { take, queue, steps } = reviewOf(() => town)

describe('the queue', () => {
  test('tells each record once: what an item brings along is left to it, the oldest first', async () => {
    expect(await queue()).toEqual(['people 52 Otto Ohneitem', 'items 51 The regatta', 'items 901 Secret draft mill'])
  })

  test('with a kind it tells all of that kind, by author too', async () => {
    expect(await queue('?kind=people')).toEqual(['people 52 Otto Ohneitem', 'people 51 Wendel Wartend'])
    expect(await queue('?kind=relationships')).toEqual(['relationships 51 Wendel Wartend, parent of Ruth Peña'])
    expect(await queue('?kind=graves')).toEqual(['graves 51 Gravestone of Wendel Wartend'])
    expect(await queue('?author=1')).toEqual(['people 52 Otto Ohneitem', 'items 51 The regatta'])
    expect(await queue('?author=2')).toEqual([])
  })

  test('what an item brought stands on its own when the item was returned', async () => {
    await take('return', { note: 'Which year?' })
    expect(await queue('?state=returned')).toEqual(['items 51 The regatta'])
    expect(await queue()).toContain('people 51 Wendel Wartend')
  })

  test('an entry says who, when, and how many scans', async () => {
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

  test('somebody’s own submissions are theirs alone', async () => {
    const own = (await town.send('/api/submissions/?kind=items', { as: 'volunteer' })).json as QueueEntry[]
    expect(own.map(({ key, state }) => [key, state])).toEqual([[51, 'waiting']])
    expect((await town.send('/api/submissions/', { as: 'otherVolunteer' })).json).toEqual([])
    await take('publish')
    const after = (await town.send('/api/submissions/?state=published', { as: 'volunteer' })).json as QueueEntry[]
    expect(after.map(({ kind }) => kind)).toContain('items')
  })
})

test.each(['publish', 'return', 'discard', 'unpublish'])('%s is the staff’s alone', async (step) => {
  for (const as of ['volunteer', 'otherVolunteer', 'society'] as const) {
    expect((await take(step, { as, note: 'x' })).status).toBe(403)
  }
  expect((await town.send(`/api/records/items/51/${step}/`, { method: 'POST', body: { note: 'x' } })).status).toBe(401)
  expect(await steps()).toEqual([])
})

test('a record that there is not, or of a kind without a review, is not found', async () => {
  expect((await take('publish', { key: 4711 })).status).toBe(404)
  expect((await town.send('/api/records/items/x/publish/', { method: 'POST', as: 'staff' })).status).toBe(404)
  expect((await town.send('/api/records/plaques/1/publish/', { method: 'POST', as: 'staff' })).status).toBe(404)
})
