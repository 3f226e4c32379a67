import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMercator, toMercator } from '#rules/map/geometry.ts'
import { hasView, readView, viewQuery, type AddressedView } from '#stores/map/view-address.ts'
import { SOCIETY, THIS_YEAR } from './world.ts'

const society = { ...SOCIETY, thisYear: THIS_YEAR }
const read = (query: string) => readView(new URLSearchParams(query), society)
const START = read('')

test('the default view has an empty query', () => {
  expect(START).toEqual({
    view: { centre: SOCIETY.centre, zoom: 15 },
    base: 'aerial-2015',
    maps: new Map(),
    zone: null,
    years: { start: 1830, end: THIS_YEAR },
    highlight: null,
    comparison: null,
    sides: null,
    popups: { zone: null, item: null },
  })
  expect(viewQuery(START, society)).toBe('')
  expect(hasView(new URLSearchParams('utm_source=x'))).toBe(false)
})

test.each([
  ['at=91,0,15z'],
  ['at=43,-181,15z'],
  ['at=43,-81,13z'],
  ['at=43,-81,25z'],
  ['at=43,-81'],
  ['at=NaN,NaN,NaNz'],
  ['at=1e1,2,15z'],
  ['base=atlantis'],
  ['base='],
  ['maps=atlantis:0.5,__proto__,:'],
  ['zone=0'],
  ['zone=-1'],
  ['zone=1.5'],
  ['zone=12abc'],
  ['zone=9999999999999999999'],
  ['years=1900-1850'],
  ['years=1700-1900'],
  ['years=1850-2100'],
  ['years=1850'],
  ['years=abcd-efgh'],
  ['year=1829'],
  ['year=18700'],
  ['year=1870-1871'],
  ['sides=1856'],
  ['sides=1856,2100'],
  ['sides=1856,1925,1930'],
  ['org=x'],
  ['org=0'],
  ['places='],
  ['compare=town-1856'],
  ['compare=town-1856,atlantis'],
  ['compare=town-1856,osm,1.5'],
  ['compare=,'],
  ['overview=1.5'],
  ['overview=%3Cscript%3E'],
  ['item=0'],
  ['item=__proto__'],
  ['places=3,,4'],
  ['places=3,-4'],
])('nonsense is as at the start: %s', (query) => {
  expect(read(query)).toEqual(START)
  expect(hasView(new URLSearchParams(query))).toBe(true)
})

test('each part falls back to its default separately', () => {
  expect(
    read('at=here&base=osm&maps=atlantis,town-1856:9,town-1879:half,town-1856:0.2&zone=x&years=1900-1910'),
  ).toEqual({
    ...START,
    base: 'osm',
    maps: new Map([
      ['town-1856', 1],
      ['town-1879', 1],
    ]),
    years: { start: 1900, end: 1910 },
  })
})

const view: fc.Arbitrary<AddressedView> = fc.record({
  view: fc.record({
    centre: fc
      .tuple(fc.double({ min: -179.9, max: 179.9, noNaN: true }), fc.double({ min: -84.9, max: 84.9, noNaN: true }))
      .map(([longitude, latitude]) => toMercator([longitude, latitude])),
    zoom: fc.integer({ min: 1400, max: 2200 }).map((zoom) => zoom / 100),
  }),
  base: fc.constantFrom(...SOCIETY.baseMaps.map(({ id }) => id)),
  maps: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...SOCIETY.overlays.map(({ id }) => id)), fc.integer({ min: 0, max: 100 })), {
      selector: ([id]) => id,
    })
    .map((pairs) => new Map(pairs.map(([id, hundredths]) => [id, hundredths / 100]))),
  zone: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
  years: fc
    .tuple(fc.integer({ min: 1830, max: THIS_YEAR }), fc.integer({ min: 1830, max: THIS_YEAR }))
    .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) })),
  highlight: fc.option(
    fc.oneof(
      fc.record({ organization: fc.integer({ min: 1, max: 10_000_000 }) }),
      fc.record({ places: fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 200 }) }),
    ),
  ),
  comparison: fc.option(
    fc.record({
      left: fc.constantFrom('town-1856', 'osm'),
      right: fc.constantFrom('town-1879', 'aerial-2006'),
      at: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    }),
  ),
  sides: fc.option(
    fc.record({
      left: fc.integer({ min: 1830, max: THIS_YEAR }),
      right: fc.integer({ min: 1830, max: THIS_YEAR }),
    }),
  ),
  popups: fc.record({
    zone: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
    item: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
  }),
})

test('a year is one of the two forms of years, and is written as one', () => {
  for (const query of ['year=1870', 'years=1870-1870']) {
    expect(read(query).years).toEqual({ start: 1870, end: 1870 })
    expect(viewQuery(read(query), society)).toBe('year=1870')
  }
  expect(viewQuery(read('sides=1856,1925'), society)).toBe('sides=1856,1925')
})

test('any view round-trips, its place within 1.5 metres', () => {
  fc.assert(
    fc.property(view, (given) => {
      const query = viewQuery(given, society)
      const back = read(query)
      expect({ ...back, view: 0 }).toEqual({ ...given, view: 0 })
      expect(back.view.zoom).toBeCloseTo(given.view.zoom, 2)
      const [one, other] = [fromMercator(given.view.centre), fromMercator(back.view.centre)]
      for (const side of [0, 1] as const) expect(Math.abs(one[side] - other[side])).toBeLessThan(0.00001)
      expect(viewQuery(back, society)).toBe(query)
      expect(query).toMatch(/^[\w.,:&=-]*$/)
    }),
  )
})

test('any text is read without an error, and the result can be written', () => {
  const key = fc.constantFrom('at', 'base', 'maps', 'zone', 'years', 'overview', 'item', 'other')
  const near = fc.stringMatching(/^[-+.,:z0-9e]{0,20}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.oneof(fc.string({ unit: 'binary' }), near)), { maxLength: 8 }), (pairs) => {
      const params = new URLSearchParams(pairs)
      const found = readView(params, society)
      const query = viewQuery(found, society, params)
      expect(readView(new URLSearchParams(query), society)).toMatchObject({
        base: found.base,
        zone: found.zone,
        years: found.years,
        popups: found.popups,
      })
      expect(found.view.centre.every(Number.isFinite)).toBe(true)
      expect(new URLSearchParams(query).getAll('other')).toEqual(params.getAll('other'))
    }),
  )
})
