import { expect, test, vi } from 'vitest'
import { MAP } from '#contract/limits.ts'
import { createPlaceStores } from '#stores/add-item/place-stores.ts'
import { AWAY, clock, network, settle } from '../shared/fakes.ts'

const square = [
  [-81.7, 43.6],
  [-81.7, 43.601],
  [-81.699, 43.601],
  [-81.7, 43.6],
]
const zone = (pk: number, name: string, address = '') => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [square] },
  properties: { pk, name, address, altnames: '[]' },
})
async function place(
  locations: unknown = {
    features: [
      zone(1, 'Mill', '2 Water St'),
      zone(2, '', '3 Water St'),
      zone(3, '5 Mill Road', '5 Mill Road, Brannock Bay'),
    ],
  },
) {
  const { client } = network({ '/api/locations/': () => locations })
  const society = { centre: [0, 0] as const, zoom: 15, overlays: [], baseMaps: [{ id: 'county' }] }
  const data = () => Promise.reject(new Error('No build'))
  const stores = createPlaceStores({ client, data, schedule: clock().schedule, whenOnline: () => () => {}, society })
  const chosen = vi.fn()
  stores.whenChosen(chosen)
  void stores.start()
  return { stores, chosen }
}

test('A click chooses the zone as a tag, named as the suggestions name it', async () => {
  const { stores, chosen } = await place()
  await settle()
  stores.clickZone(1)
  stores.clickZone(2)
  stores.clickZone(3)
  stores.clickZone(99)
  expect(chosen.mock.calls.flat()).toEqual([
    { id: 1, name: 'Mill', detail: '2 Water St', pending: false },
    { id: 2, name: '3 Water St', detail: '', pending: false },
    { id: 3, name: '5 Mill Road', detail: 'Brannock Bay', pending: false },
  ])
  stores.hover(1)
  expect(stores.$hover.get()).toEqual({ pk: 1, name: 'Mill' })
})
test('The chosen zone is selected and fitted with 150 px, also when the zones come later', async () => {
  const { stores } = await place()
  stores.show(1)
  expect(stores.$selected.get()).toBe(1)
  expect(stores.$fit.get()).toBeNull()
  await settle()
  expect(stores.$fit.get()).toMatchObject({ kind: 'box', padding: MAP.fitPadding.wizard, id: 1 })
  stores.show(1)
  expect(stores.$fit.get()!.id).toBe(1)
  stores.show(2)
  expect(stores.$fit.get()!.id).toBe(2)
  stores.show(null)
  expect(stores.$selected.get()).toBeNull()
})
test('Without zones the map says so', async () => {
  const { stores } = await place(AWAY)
  await settle()
  expect(stores.$source.get()).toBe('none')
})
