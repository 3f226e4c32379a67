import { describe, expect, test } from 'vitest'
import { REVIEWED_KINDS, type DeskRecord, type QueuePage } from '#contract/record.ts'
import type { ReviewPage } from '#contract/review.ts'
import { addRecords } from '../fixtures.ts'
import type { TestAccount } from '../fixtures.ts'
import { openRegattaTown, reviewOf } from './regatta-town.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)
const { take, queue } = reviewOf(() => town)
const page = async (query: string): Promise<ReviewPage> =>
  (await town.send(`/api/review/${query}`, { as: 'staff' })).json

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

  test('an entry has author, date, number of scans and what it brings', async () => {
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
      brings: [
        { kind: 'people', key: 51, label: 'Wendel Wartend' },
        { kind: 'subjects', key: 51, label: 'Regattas' },
        { kind: 'subjects', key: 52, label: 'Rowing' },
        { kind: 'relationships', key: 51, label: 'Wendel Wartend, parent of Ruth Peña' },
        { kind: 'graves', key: 51, label: 'Gravestone of Wendel Wartend' },
      ],
      claim: null,
    })
  })

  test('brings what is published with an entry, whatever its kind', async () => {
    const brought = async (query: string) =>
      (await page(query)).results.map(({ key, brings }) => [key, brings.map((each) => `${each.kind} ${each.key}`)])
    expect(await brought('?kind=subjects')).toEqual([
      [51, []],
      [52, ['subjects 51']],
    ])
    expect(await brought('?kind=graves')).toEqual([[51, ['people 51', 'relationships 51']]])
    // A relationship is not public before both people are.
    await town.db.updateTable('person').set({ visibility: 'draft' }).where('id', '=', 3).execute()
    expect(await brought('?kind=graves')).toEqual([[51, ['people 51']]])
  })

  test('brings the same as the record itself', async () => {
    for (const kind of REVIEWED_KINDS) {
      for (const { key, brings } of (await page(`?kind=${kind}`)).results) {
        const { json } = await town.send(`/api/records/${kind}/${key}/`, { as: 'staff' })
        const ids = (some: { kind: string; key: string | number }[]) => some.map((each) => `${each.kind} ${each.key}`)
        expect([kind, key, ids(brings).sort()]).toEqual([kind, key, ids((json as DeskRecord).brings).sort()])
      }
    }
  })

  test('counts what there is in each state and of each kind, and by whom', async () => {
    const all = await page('')
    expect(all.counts.states).toEqual({ waiting: 3, returned: 0, hidden: 0, discarded: 0 })
    expect(all.counts.kinds).toMatchObject({ items: 2, people: 2, subjects: 2, organizations: 0 })
    expect(all.authors).toEqual([{ id: 1, name: 'volunteer', count: 2 }])
    await take('return', { note: 'Which year?' })
    const people = await page('?kind=people&author=1')
    expect(people.counts.states).toEqual({ waiting: 2, returned: 0, hidden: 0, discarded: 0 })
    const returned = await page('?state=returned&author=1')
    expect(returned.counts.states).toMatchObject({ returned: 1 })
    expect(returned.counts.kinds).toMatchObject({ items: 1, people: 0 })
    expect((await page('?author=2')).authors).toEqual([{ id: 1, name: 'volunteer', count: expect.any(Number) }])
  })

  test('is filtered by type, age and words, and sorted by age', async () => {
    expect(await queue('?type=photograph')).toEqual(['items 51 The regatta', 'items 901 Secret draft mill'])
    expect(await queue('?type=postcard')).toEqual([])
    expect(await queue('?submitted_after=2026-03-01')).toEqual(['items 51 The regatta'])
    expect(await queue('?submitted_before=2026-03-01')).toEqual(['people 52 Otto Ohneitem'])
    expect(await queue('?sort=newest')).toEqual([
      'items 51 The regatta',
      'people 52 Otto Ohneitem',
      'items 901 Secret draft mill',
    ])
    expect(await queue('?search=OTTO')).toEqual(['people 52 Otto Ohneitem'])
    expect(await queue('?search=boats')).toEqual(['items 51 The regatta'])
    expect(await queue('?search=regatta%20volunteer')).toEqual(['items 51 The regatta'])
    expect(await queue('?search=zebra')).toEqual([])
    const wrong = await town.send('/api/review/?submitted_after=yesterday', { as: 'staff' })
    expect([wrong.status, wrong.json]).toEqual([400, { submitted_after: ['Enter a day such as 2026-11-30.'] }])
  })

  test('is paged', async () => {
    expect(await queue('?page_size=2&page=2')).toEqual(['items 901 Secret draft mill'])
    const past = await town.send('/api/review/?page=9', { as: 'staff' })
    expect(past.json).toMatchObject({ count: 3, results: [] })
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

test('unknown records and kinds without a review are not found', async () => {
  expect((await take('publish', { key: 4711 })).status).toBe(404)
  expect((await town.send('/api/records/items/x/publish/', { method: 'POST', as: 'staff' })).status).toBe(404)
  expect((await town.send('/api/records/plaques/1/publish/', { method: 'POST', as: 'staff' })).status).toBe(404)
})
