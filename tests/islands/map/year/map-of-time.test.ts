import { expect, test } from 'vitest'
import { createMapOfTime, mapOfYear, newestYear, oldMapOf } from '#islands/map/year/map-of-time.ts'
import { SOCIETY, THIS_YEAR, world } from '../../../stores/map/world.ts'

const YEARS: Record<string, number | null> = { 'town-1856': 1856, 'town-1879': 1879, 'county-1862': 1862, osm: null }
const base = { title: 'Map', description: undefined, credit: { text: '', href: '' } }
const LAYERS = {
  overlays: SOCIETY.overlays.map(({ id }, at) => ({
    ...base,
    ...{ id, layer: at + 1, year: YEARS[id]!, inLegend: id !== 'county-1862' },
  })),
  baseMaps: SOCIETY.baseMaps.map(({ id }) => ({ ...base, id, year: Number(id.slice(-4)) || null, layers: [1] })),
}
function aStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, to: string) => void kept.set(key, to),
  }
}

async function inYears(storage = aStorage(), query = '') {
  const { stores, begin } = world({ query })
  await begin()
  const time = createMapOfTime(stores, LAYERS, storage as Storage)
  time.start()
  const shown = () => Object.keys(stores.$overlays.get()).filter((id) => stores.$overlays.get()[id]!.visible)
  const at = (start: number, end = start) => {
    stores.setYears({ start, end })
    return shown()
  }
  const atAnyTime = () => at(1830, THIS_YEAR)
  return { stores, time, storage, shown, at, atAnyTime }
}

test('the newest map that is not later is that of the year; undated ones never are', () => {
  const layers = [{ year: 1835 }, { year: null }, { year: 1856 }, { year: 1856, second: true }]
  expect([1834, 1835, 1855, 1856, 2026].map((year) => mapOfYear(layers, year))).toEqual([
    undefined,
    layers[0],
    layers[0],
    layers[2],
    layers[2],
  ])
  expect(mapOfYear([{ year: null }], 1900)).toBeUndefined()
  expect([1870, 1900, 2010].map((year) => oldMapOf(LAYERS, year)?.id)).toEqual(['town-1856', 'town-1879', undefined])
  expect(newestYear(LAYERS)).toBe(2015)
})

test('in a year its map takes the place of those that the visitor chose, which come back', async () => {
  const { stores, time, at, atAnyTime } = await inYears()
  stores.showOverlay('town-1879', true)
  expect(at(1870)).toEqual(['town-1856'])
  expect(time.$laid.get()).toBe('town-1856')
  expect(at(1840), 'before the oldest map').toEqual([])
  expect(at(1880)).toEqual(['town-1879'])
  expect(at(2010), 'an aerial photograph is newer').toEqual([])
  expect(at(1860, 1870), 'a span has none').toEqual(['town-1879'])
  at(1870)
  expect(atAnyTime()).toEqual(['town-1879'])
  expect(time.$laid.get()).toBeNull()
})

test('what is ticked in a year stays, and goes when it is unticked', async () => {
  const { stores, at, atAnyTime } = await inYears()
  at(1870)
  stores.showOverlay('county-1862', true)
  stores.showOverlay('town-1879', true)
  stores.showOverlay('town-1879', false)
  expect(at(1871)).toEqual(['town-1856', 'county-1862'])
  expect(atAnyTime()).toEqual(['county-1862'])
})

test('whoever takes the map of the time away has none for the rest of the visit, until it is wanted again', async () => {
  const storage = aStorage()
  const first = await inYears(storage)
  first.at(1870)
  first.stores.showOverlay('town-1856', false)
  expect(first.at(1890)).toEqual([])
  expect(first.time.$isWanted.get()).toBe(false)
  const again = await inYears(storage)
  expect(again.at(1870), 'another page of the visit').toEqual([])
  again.time.want(true)
  expect(again.shown()).toEqual(['town-1856'])
  expect((await inYears(storage)).at(1870)).toEqual(['town-1856'])
})

test('a link to a year has its map already: dropping the year takes it away', async () => {
  const { shown, atAnyTime } = await inYears(aStorage(), 'years=1870-1870&maps=town-1856')
  expect(shown()).toEqual(['town-1856'])
  expect(atAnyTime()).toEqual([])
})

test('a comparison is left alone, and the map of the time follows when it ends', async () => {
  const { stores, shown, at } = await inYears()
  stores.compare({ left: 'town-1879', right: 'osm', at: 0.5 })
  expect(at(1870)).toEqual([])
  expect(stores.$comparison.get()).not.toBeNull()
  stores.endComparison()
  expect(shown()).toEqual(['town-1856'])
})
