import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOAD_FAILED } from '#contract/messages.ts'
import { world, type Given } from './world.ts'
import { runs } from '../../setup/length.ts'

async function begun(given?: Given) {
  const here = world(given)
  await here.begin()
  const { stores } = here
  return { ...here, shown: () => Object.values(stores.$popups.get()) }
}

test('an item opened from a zone returns to the zone on close, and that to the map', async () => {
  const { stores, shown, travels } = await begun()
  stores.openOverview(3)
  stores.openItem(12)
  expect([shown(), travels.at()]).toEqual([[3, 12], 2])
  stores.closeItem()
  expect(shown(), 'at once, before the browser has gone back').toEqual([3, null])
  travels.arrive()
  expect([shown(), travels.at()]).toEqual([[3, null], 1])
  stores.closeOverview()
  travels.arrive()
  expect([shown(), travels.at()]).toEqual([[null, null], 0])
})

test('Back closes the top popup, Forward opens it again', async () => {
  const { stores, shown, travels } = await begun()
  stores.openOverview(3)
  stores.openItem(12)
  travels.travel(-1)
  expect(shown()).toEqual([3, null])
  travels.travel(-1)
  expect(shown()).toEqual([null, null])
  travels.travel(2)
  expect(shown()).toEqual([3, 12])
})

test('returning to the page reopens the popup', async () => {
  const { shown, travels } = await begun({ state: { overMap: true }, query: 'item=12' })
  expect(shown()).toEqual([null, 12])
  expect(travels.entries).toHaveLength(1)
})

test('the address names what is open, beside the view', async () => {
  const { stores, page, travels, pass } = await begun({ query: 'utm_source=x&base=osm&compare=town-1856,osm,0.3' })
  const view = 'utm_source=x&base=osm&compare=town-1856,osm,0.3'
  await pass(300)
  stores.openOverview(3)
  expect(page.query).toBe(`${view}&overview=3`)
  stores.openItem(12)
  expect(page.query).toBe(`${view}&overview=3&item=12`)
  expect(stores.shareQuery()).toBe('base=osm&compare=town-1856,osm,0.3&overview=3&item=12')
  stores.setYears({ start: 1850, end: 1900 })
  stores.closeItem()
  travels.arrive()
  expect(page.query).toBe(`${view}&overview=3`)
  await pass(300)
  expect(page.query, 'a change of the view meanwhile').toBe(
    'utm_source=x&base=osm&years=1850-1900&compare=town-1856,osm,0.3&overview=3',
  )
  travels.travel(-1)
  await pass(300)
  expect(page.query).toBe('utm_source=x&base=osm&years=1850-1900&compare=town-1856,osm,0.3')
  travels.travel(2)
  expect(Object.values(stores.$popups.get())).toEqual([3, 12])
})

test.each([
  ['item=12', [null, 12], ['', 'item=12']],
  ['overview=3', [3, null], ['', 'overview=3']],
  ['zone=2&overview=3&item=12', [3, 12], ['zone=2', 'zone=2&overview=3', 'zone=2&overview=3&item=12']],
])('a link opens its popups over the map, to which Back and closing lead: %s', async (query, open, entries) => {
  const { stores, shown, travels, page } = await begun({ query })
  expect(shown()).toEqual(open)
  expect(stores.$welcome.get(), 'it would lie before the popup').toBe(false)
  expect(travels.entries.map((each) => each.query)).toEqual(entries)
  stores.closeItem()
  travels.arrive()
  stores.closeOverview()
  travels.arrive()
  expect([shown(), travels.at(), page.query]).toEqual([[null, null], 0, entries[0]])
  travels.travel(entries.length - 1)
  expect(shown()).toEqual(open)
})

test('where the browser has dropped the entry of the map, closing shows the map all the same', async () => {
  const { stores, shown, travels, page } = await begun({ query: 'base=osm&overview=3&item=12' })
  stores.closeItem()
  travels.arrive()
  travels.dropBelow()
  expect([shown(), travels.at()]).toEqual([[3, null], 0])
  stores.closeOverview()
  travels.arrive()
  expect([shown(), page.query, travels.at()]).toEqual([[null, null], 'base=osm', 0])
  travels.travel(1)
  expect(shown()).toEqual([3, 12])
  travels.dropBelow()
  stores.failItem('missing')
  travels.arrive()
  expect([shown(), page.query, travels.homes()]).toEqual([[null, null], 'base=osm', 1])
})

test.each([
  'item=',
  'item=0',
  'item=-1',
  'item=1e3',
  'item=12abc',
  'item=9999999999999999',
  'overview=<b>',
  'overview=NaN',
])('an address that names no record opens nothing, and is corrected: %s', async (query) => {
  const { stores, shown, page, pass, travels } = await begun({ query: `base=osm&${query}` })
  await pass(300)
  expect([shown(), page.query, travels.entries.length]).toEqual([[null, null], 'base=osm', 1])
  expect(stores.$welcome.get()).toBe(true)
})

test('a link to a record that cannot be shown leaves the map as the link has it', async () => {
  const { stores, shown, travels, page } = await begun({ query: 'base=osm&zone=2&item=12' })
  stores.failItem('missing')
  travels.arrive()
  expect([shown(), stores.$notice.get(), travels.at(), travels.homes()]).toEqual([[null, null], NO_ITEM, 0, 1])
  expect([page.query, stores.$selected.get(), stores.$baseMap.get()]).toEqual(['base=osm&zone=2', 2, 'osm'])
})

test.each([undefined, null, 7, {}, { overMap: 1 }, { overMap: { item: -1, zone: null } }])(
  'the state of an entry opens nothing: %j',
  async (state) => expect((await begun({ state })).shown()).toEqual([null, null]),
)

test('closing goes back over entries that other code has pushed', async () => {
  const { stores, shown, travels } = await begun()
  stores.openItem(12)
  // The viewer's entry, left by Back and reopened by Forward.
  travels.history.push({ overMap: true, viewer: true }, 'item=12')
  stores.closeItem()
  travels.arrive()
  expect([shown(), travels.at()]).toEqual([[null, null], 0])
})

const NO_PLACE = { text: LOAD_FAILED.unreachable('place'), isWarning: true }
const NO_ITEM = { text: LOAD_FAILED.missing('item'), isWarning: true }

test('a page that leads here says why, once', async () => {
  const { stores, shown, travels } = await begun({ state: { notice: NO_PLACE } })
  expect([shown(), stores.$notice.get()]).toEqual([[null, null], NO_PLACE])
  expect(travels.entries, 'a reload says nothing').toEqual([{ state: null, query: '' }])
})

test('a failed item closes all popups, with a message until it is dismissed or another opens', async () => {
  const { stores, shown, travels } = await begun()
  stores.openOverview(3)
  stores.openItem(12)
  stores.failItem('missing')
  travels.arrive()
  expect([shown(), travels.at(), stores.$notice.get()]).toEqual([[null, null], 0, NO_ITEM])
  expect(travels.homes()).toBe(1)
  stores.openItem(13)
  expect(stores.$notice.get()).toBeNull()
  stores.failItem('unreachable')
  stores.dismissNotice()
  expect(stores.$notice.get()).toBeNull()
  travels.arrive()
  expect(travels.homes()).toBe(2)
})

test('so does a failed place', async () => {
  const { stores, shown, travels } = await begun()
  stores.openOverview(3)
  stores.failOverview('unreachable')
  travels.arrive()
  expect([shown(), travels.at(), stores.$notice.get()]).toEqual([[null, null], 0, NO_PLACE])
  expect(travels.homes()).toBe(1)
  stores.openOverview(4)
  expect(stores.$notice.get()).toBeNull()
})

test('pending address changes are written to the entry being left', async () => {
  const { stores, page, travels } = await begun()
  stores.clickZone(2)
  expect(page.query).toBe('')
  stores.openItem(12)
  expect(travels.entries.map((each) => each.query)).toEqual(['zone=2', 'zone=2&item=12'])
})

test('after any sequence, with a browser of any speed, closing everything returns to the first entry', async () => {
  const step = fc.oneof(
    fc.record({ zone: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ item: fc.integer({ min: 1, max: 2 }) }),
    fc.constantFrom('close item' as const, 'close zone' as const, 'arrive' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { stores, shown, travels, page } = await begun()
      const named = () => ['overview', 'item'].map((key) => Number(new URLSearchParams(page.query).get(key)) || null)
      let [zone, item]: (number | null)[] = [null, null]
      for (const each of steps) {
        if (each === 'arrive') travels.arrive()
        else if (each === 'close item') {
          stores.closeItem()
          item = null
        } else if (each === 'close zone') {
          stores.closeOverview()
          zone = item = null
        } else if ('zone' in each) {
          stores.openOverview(each.zone)
          zone = each.zone
          item = null
        } else {
          stores.openItem(each.item)
          item = each.item
        }
        expect(shown()).toEqual([zone, item])
      }
      travels.arrive()
      expect([shown(), named()]).toEqual([
        [zone, item],
        [zone, item],
      ])
      while (shown().some((each) => each !== null)) {
        if (stores.$popups.get().item !== null) stores.closeItem()
        else stores.closeOverview()
        travels.arrive()
      }
      expect([travels.at(), page.query]).toEqual([0, ''])
    }),
    {
      numRuns: runs(100),
      examples: [
        [[{ zone: 1 }, { item: 1 }, { item: 2 }, 'close item', { item: 1 }]],
        [[{ zone: 1 }, 'close zone', { zone: 1 }, { item: 1 }, 'close item']],
        [[{ zone: 1 }, 'close zone', { zone: 1 }, { item: 1 }, 'arrive', 'close item']],
      ],
    },
  )
})
