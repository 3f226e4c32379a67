import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { QueuePage } from '#contract/record.ts'
import { addRecords } from '../fixtures.ts'
import type { TestAccount, TestArchive } from '../fixtures.ts'
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
    const [, item] = ((await town.send('/api/review/', { as: 'staff' })).json as QueuePage).results
    expect(item).toEqual({
      kind: 'items',
      key: 51,
      label: 'The regatta',
      type: 'photograph',
      state: 'waiting',
      author: { id: 1, name: 'volunteer' },
      submitted_at: '2026-03-02T00:00:00.000Z',
      note: '',
      scans: 1,
      first_scan: { id: 51, width: 600, height: 400, version: 'regatta' },
      address: null,
    })
  })

  test('is paged', async () => {
    expect(await queue('?page_size=2&page=2')).toEqual(['items 901 Secret draft mill'])
    const past = await town.send('/api/review/?page=9', { as: 'staff' })
    expect(past.json).toEqual({ count: 3, results: [] })
    expect((await town.send('/api/review/?page_size=1000', { as: 'staff' })).status).toBe(400)
  })
})

describe('submissions', () => {
  const submissions = async (query: string, as: TestAccount = 'volunteer') =>
    (await town.send(`/api/submissions/${query}`, { as })).json as QueuePage
  const labels = ({ results }: QueuePage) => results.map(({ kind, key }) => `${kind} ${key}`)

  test('are those of the caller, newest first, paged', async () => {
    const all = await submissions('')
    expect(all.count).toBe(7)
    expect(labels(all)).toEqual([
      'items 51',
      'graves 51',
      'relationships 51',
      'subjects 52',
      'subjects 51',
      'people 51',
      'people 52',
    ])
    expect(labels(await submissions('?page_size=3&page=3'))).toEqual(['people 52'])
    expect(labels(await submissions('?kind=people&page_size=1'))).toEqual(['people 51'])
    expect(labels(await submissions('?kind=people&key=52'))).toEqual(['people 52'])
    expect(labels(await submissions('?kind=items&key=901'))).toEqual([])
    expect(await submissions('', 'otherVolunteer')).toEqual({ count: 0, results: [] })
  })

  test('have their state with the note, and the address when they are published', async () => {
    await take('return', { note: 'Which year?' })
    const returned = await submissions('?state=returned')
    expect(returned.results).toMatchObject([{ kind: 'items', key: 51, note: 'Which year?', address: null }])
    expect(labels(await submissions('?kind=items&state=waiting'))).toEqual([])
    await take('publish')
    const published = await submissions('?state=published')
    expect(published.results.map(({ kind, address }) => [kind, address])).toEqual([
      ['items', '/itemview/51/'],
      ['graves', null],
      ['relationships', null],
      ['subjects', '/subjects/52/'],
      ['subjects', '/subjects/51/'],
      ['people', '/person-overview/51/'],
    ])
  })

  test('count scans, and name the first by their order', async () => {
    const picture = { item_id: 51, sha256: 'a'.repeat(64), watermark: '', color: 'black', position: 'top left' }
    await addRecords(town.db, {
      scan: [
        { ...picture, id: 52, scan_order: 3, version: 'last' },
        { ...picture, id: 53, scan_order: 0, version: 'first' },
      ],
    })
    const [entry] = (await submissions('?kind=items')).results
    expect(entry).toMatchObject({ scans: 3, first_scan: { id: 53, version: 'first' } })
    await town.db.deleteFrom('scan').where('item_id', '=', 51).execute()
    expect((await submissions('?kind=items')).results).toMatchObject([{ scans: 0, first_scan: null }])
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
