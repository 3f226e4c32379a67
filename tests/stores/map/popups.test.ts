import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LOAD_FAILED } from '#contract/messages.ts'
import { world, type Given } from './world.ts'

async function begun(given?: Given) {
  const here = world(given)
  await here.begin()
  const { stores } = here
  return { ...here, shown: () => [stores.$overview.get(), stores.$item.get()] }
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
  const { shown, travels } = await begun({ state: { overMap: { zone: null, item: 12 } } })
  expect(shown()).toEqual([null, 12])
  expect(travels.entries).toHaveLength(1)
})

test.each([
  undefined,
  null,
  7,
  {},
  { overMap: 1 },
  { overMap: { zone: '3', item: null } },
  { overMap: { item: -1, zone: null } },
])('what is no state of ours opens nothing: %j', async (state) =>
  expect((await begun({ state })).shown()).toEqual([null, null]),
)

test('closing goes back over entries that other code has pushed', async () => {
  const { stores, shown, travels } = await begun()
  stores.openItem(12)
  // The viewer's entry, left by Back and reopened by Forward.
  travels.history.push({ overMap: { zone: null, item: 12 }, viewer: true })
  stores.closeItem()
  travels.arrive()
  expect([shown(), travels.at()]).toEqual([[null, null], 0])
})

const NO_PLACE = { text: LOAD_FAILED.unreachable('place'), isWarning: true }
const NO_ITEM = { text: LOAD_FAILED.missing('item'), isWarning: true }

test('a page that leads here says why, once', async () => {
  const { stores, shown, travels } = await begun({ state: { notice: NO_PLACE } })
  expect([shown(), stores.$notice.get()]).toEqual([[null, null], NO_PLACE])
  expect(travels.entries, 'a reload says nothing').toEqual([null])
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
  expect([page.query, travels.at()]).toEqual(['zone=2', 1])
})

test('after any sequence, with a browser of any speed, closing everything returns to the first entry', async () => {
  const step = fc.oneof(
    fc.record({ zone: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ item: fc.integer({ min: 1, max: 2 }) }),
    fc.constantFrom('close item' as const, 'close zone' as const, 'arrive' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { stores, shown, travels } = await begun()
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
      expect(shown()).toEqual([zone, item])
      while (shown().some((each) => each !== null)) {
        if (stores.$item.get() !== null) stores.closeItem()
        else stores.closeOverview()
        travels.arrive()
      }
      expect(travels.at()).toBe(0)
    }),
    {
      numRuns: 100,
      examples: [
        [[{ zone: 1 }, 'close zone', { zone: 1 }, { item: 1 }, 'close item']],
        [[{ zone: 1 }, 'close zone', { zone: 1 }, { item: 1 }, 'arrive', 'close item']],
      ],
    },
  )
})
