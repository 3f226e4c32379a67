import fc from 'fast-check'
import { expect, test } from 'vitest'
import { world, type Given } from './world.ts'
import { runs } from '../../setup/length.ts'

async function begun(given?: Given) {
  const here = world(given)
  await here.begin()
  const { stores } = here
  return { ...here, shown: () => Object.values(stores.$popups.get()) }
}

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
