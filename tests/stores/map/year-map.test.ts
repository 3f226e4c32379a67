import { beforeAll, expect, test } from 'vitest'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { placeYears, type PlaceRows } from '#rules/years/place-years.ts'
import { packYears, type YearNames } from '#rules/years/year-file.ts'
import { LOOK } from '#stores/map/year-look.ts'
import { aZone, settle, world, type Given } from './world.ts'

const NOTHING: PlaceRows = {
  place: {},
  successors: [],
  names: [],
  ownership: [],
  residents: [],
  premises: [],
  organization: () => undefined,
}
const mill = placeYears({
  ...NOTHING,
  place: { date_start: 18500000, date_end: 19200000 },
  names: [{ name: '12 Mill Street', date_start: null, date_end: 18690000 }],
  ownership: [
    { lot: '1', person: 1, date: 18660000 },
    { lot: '1', person: 2, date: 18810000 },
  ],
  residents: [3, 4, 5, 6, 7].map((person) => ({
    ...{ person, date_start: 18710000, date_end: null, role: 'tenant' as const, household_order: person },
  })),
  premises: [{ organization: 1, date_start: 18700000, date_end: 18750000 }],
})
const bare = placeYears(NOTHING)
const file = packYears([
  { pk: 1, years: mill, pictures: [{ from: 1874, to: 1874 }] },
  { pk: 2, years: bare, pictures: [] },
])
const names: YearNames = {
  locations: [
    [1, '31 Mill Street', mill],
    [2, 'Depot', bare],
  ],
  peopleNames: [[1, 'Ada Ross'], [2, 'Ben Ross'], ...[3, 4, 5, 6, 7].map((id): [number, string] => [id, `P${id}`])],
  organizationNames: [[1, 'Ross & Son']],
}
async function begun(query: string, given: Given = {}) {
  const data = { [MAP_DATA.years]: file, [MAP_DATA.yearNames(1)]: names, ...given.data }
  const here = world({ ...given, query, zones: [aZone(1), aZone(2)], data })
  await here.begin()
  await untilKnown(here)
  return here
}
/** The part for years is imported when it is used. */
async function untilKnown({ stores, pass }: ReturnType<typeof world>) {
  for (let turn = 0; turn < 200 && stores.$yearMap.get().state === 'loading'; turn++) await settle()
  await pass(300)
}

// Vitest takes long for the first import of it.
beforeAll(() => import('#stores/map/year-parts.ts'))

test('at any time nothing of the years is loaded; a year loads them once', async () => {
  const here = await begun('')
  const { stores } = here
  expect([stores.$yearMap.get(), stores.$look.get()]).toEqual([{ state: 'off' }, null])
  expect(here.askedOf(MAP_DATA.years)).toEqual([])
  expect(await stores.placeSentence(1)).toBeUndefined()
  for (const year of [1870, 1871]) stores.setYears({ start: year, end: year })
  expect(stores.$yearMap.get()).toEqual({ state: 'loading' })
  await untilKnown(here)
  expect(here.askedOf(MAP_DATA.years)).toHaveLength(1)
  const counts = { places: 2, owned: 1, lived: 1, businesses: 1, pictured: 1, undated: 1 }
  expect(stores.$yearMap.get()).toEqual({ state: 'ready', counts })
  expect(here.page.query).toBe('year=1871')
  stores.setYears({ start: 1830, end: 3000 })
  await here.pass(200)
  expect([stores.$yearMap.get(), stores.$look.get()]).toEqual([{ state: 'off' }, null])
})

test('what changed is said, and nothing of what is highlighted', async () => {
  const { stores, pass, page } = await begun('year=1870&places=2')
  expect(stores.$business.get()).toEqual([2])
  const [side] = stores.$look.get()!.sides
  expect([side!.changed, side!.cursor.look(1), side!.cursor.look(2)]).toEqual([
    undefined,
    LOOK.business + LOOK.level,
    LOOK.undated,
  ])
  stores.setYears({ start: 1868, end: 1868 })
  expect(stores.$look.get()!.sides[0]!.changed).toEqual([1])
  stores.setYears({ start: 1867, end: 1867 })
  expect(stores.$look.get()!.sides[0]!.changed).toEqual([])
  stores.clearHighlight()
  stores.setYears({ start: 1872, end: 1873 })
  await pass(500)
  expect([stores.$business.get(), stores.$highlight.get()]).toEqual([[], null])
  expect(page.query).toBe('years=1872-1873')
})

test('without a file of years the map is as always, and the file is not asked for at each year', async () => {
  const here = await begun('year=1870', { data: { [MAP_DATA.years]: { places: 'none' } } })
  for (const year of [1871, 1872, 1873]) here.stores.setYears({ start: year, end: year })
  await untilKnown(here)
  expect([here.stores.$yearMap.get(), here.stores.$look.get()]).toEqual([{ state: 'failed' }, null])
  expect(here.askedOf(MAP_DATA.years)).toHaveLength(1)
})

test('a sentence says what is recorded, and between which records something is concluded', async () => {
  const { stores } = await begun('year=1870')
  const at = (start: number, end = start) => stores.placeSentence(1, { start, end })
  expect(await stores.placeSentence(1)).toBe(
    '31 Mill Street in 1870: owned by Ada Ross (1866–1881), premises of Ross & Son',
  )
  expect(await at(1866)).toBe('12 Mill Street in 1866: owned by Ada Ross')
  expect(await at(1871)).toContain('lived in by P3, P4, P5 and 2 others')
  expect(await at(1880, 1882)).toBe('31 Mill Street in 1880–1882: owned by Ben Ross and Ada Ross (1866–1881)')
  expect(await at(1840)).toBe('12 Mill Street in 1840: not there')
  expect(await stores.placeSentence(2)).toBe('Depot in 1870: nothing recorded')
  expect(await stores.placeSentence(99)).toBeUndefined()
  expect(await stores.businessNames(1, { start: 1872, end: 1872 })).toEqual(['Ross & Son'])
})

test('two years beside each other are of the address, and end with the comparison', async () => {
  const { stores, pass, page } = await begun('compare=town-1856,osm,0.5&sides=1840,1870')
  expect(stores.$sides.get()).toEqual({ left: 1840, right: 1870 })
  const looks = stores.$look.get()!.sides.map(({ cursor }) => cursor.look(1) & LOOK.gone)
  expect(looks).toEqual([LOOK.gone, 0])
  stores.compareYears(1840, NaN)
  stores.compareYears(1700, 1866)
  expect(stores.$sides.get()).toEqual({ left: 1830, right: 1866 })
  stores.endComparison()
  await pass(500)
  expect([stores.$sides.get(), stores.$look.get(), page.query]).toEqual([null, null, ''])
})
