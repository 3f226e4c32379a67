import { expect, test } from 'vitest'
import { firstComparison } from '#islands/map/MapTools.tsx'
import { layCompared, tickedLayers } from '#islands/map/Legend.tsx'
import { world } from './world.ts'

test('two layers are compared, in the address too, until the layers are chosen otherwise', async () => {
  const { begin, stores, page, pass } = world()
  await begin()
  stores.compare({ left: 'town-1856', right: 'osm', at: 0.25 })
  await pass(300)
  expect(page.query).toBe('compare=town-1856,osm,0.25')
  stores.compare({ left: 'town-1856', right: 'atlantis', at: 0.5 })
  stores.compare({ left: 'town-1856', right: 'osm', at: 2 })
  expect(stores.$comparison.get()).toEqual({ left: 'town-1856', right: 'osm', at: 0.25 })
  layCompared(stores)
  stores.showOverlay('town-1879', true)
  await pass(300)
  expect([stores.$comparison.get(), page.query]).toEqual([null, 'base=osm&maps=town-1856,town-1879'])

  const other = world({ query: 'compare=town-1856,osm' })
  await other.begin()
  expect(other.stores.$comparison.get()).toEqual({ left: 'town-1856', right: 'osm', at: 0.5 })
  expect(tickedLayers(other.stores), 'in the legend, too').toEqual(['town-1856', 'osm'])
  layCompared(other.stores)
  other.stores.chooseBaseMap('aerial-2006')
  expect(other.stores.$comparison.get()).toBeNull()
  expect(tickedLayers(other.stores)).toEqual(['town-1856', 'aerial-2006'])
})

test('without another choice, the end of a comparison brings back what was shown before it', async () => {
  const { begin, stores } = world()
  await begin()
  stores.showOverlay('town-1879', true)
  const before = tickedLayers(stores)
  stores.compare({ left: 'town-1856', right: 'osm', at: 0.5 })
  stores.endComparison()
  expect(tickedLayers(stores)).toEqual(before)
})

test('the first comparison is of a visible old map with the base map', () => {
  const old = [
    { id: 'a', visible: false },
    { id: 'b', visible: true },
  ]
  expect(firstComparison(old, ['now', 'then'])).toEqual({ left: 'b', right: 'now', at: 0.5 })
  expect(firstComparison([old[0]!], ['now'])).toMatchObject({ left: 'a' })
  expect(firstComparison([], ['now', 'then'])).toMatchObject({ left: 'then', right: 'now' })
  expect(firstComparison([], ['now'])).toBeNull()
})
