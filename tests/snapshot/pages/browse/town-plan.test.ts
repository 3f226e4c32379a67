import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { locationFeature } from '#contract/location.ts'
import { mapFiles } from '#release/files/data-files.ts'
import { mapHome } from '#snapshot/pages/browse/map-home.ts'
import { townPlan } from '#snapshot/pages/browse/town-plan.ts'
import { aZone, anItem, archiveOf } from './small-archive.ts'

/** Two rows of lots on both sides of Main Street, 20 m wide, running east. */
const street = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    aZone(at + 1, `${at + 1} Main Street`, [Math.floor(at / 2) * 20, at % 2 ? 60 : 0, 20, 40]),
  )

test('every zone is a link with its name; the level grows with the items', () => {
  const items = Array.from({ length: 6 }, (_, at) => anItem(at + 1, { location: { id: at < 5 ? 1 : 2, name: '' } }))
  const plan = townPlan(archiveOf({ locations: street(24), items }))!
  expect(plan).toMatchObject({ left: 0, byStreet: false })
  expect(plan.shapes).toHaveLength(24)
  const shape = (pk: number) => plan.shapes.find((each) => each.href === `/zone-overview/${pk}/`)!
  expect([shape(1).level, shape(2).level, shape(3).level]).toEqual([2, 1, 0])
  expect(shape(1).title).toBe('1 Main Street: 5 items')
  expect(shape(1).path).toMatch(/^M\d+ \d+l[-\dl ]+z$/)
})

test('a street label is placed in the street, aligned with its lots', () => {
  const { streets, shapes } = townPlan(archiveOf({ locations: street(24) }))!
  expect(streets).toHaveLength(1)
  expect(streets[0]).toMatchObject({ text: 'Main Street' })
  expect(Math.abs(streets[0]!.angle)).toBeLessThan(1)
  const tops = shapes.map(({ path }) => Number(/^M\d+ (\d+)/.exec(path)![1]))
  expect(streets[0]!.y).toBeGreaterThan(Math.min(...tops))
  expect(streets[0]!.y).toBeLessThan(Math.max(...tops))
})

test('a large town has one link per street, to the street in the list', () => {
  const plan = townPlan(archiveOf({ locations: street(24) }), 10)!
  expect(plan.byStreet).toBe(true)
  expect(plan.shapes.map(({ href, title }) => [href, title])).toEqual([['/places/#main-street', 'Main Street']])
})

test('an outlying farm does not shrink the town, and is counted as not drawn', () => {
  const zones = [...street(60), aZone(99, 'Far farm', [90_000, 90_000, 500, 500])]
  const plan = townPlan(archiveOf({ locations: zones }))!
  expect([plan.outside, plan.left]).toEqual([1, 0])
  expect(plan.scale.metres).toBeLessThanOrEqual(200)
})

test('without outlines there is no plan, but the list of places', () => {
  const home = mapHome(archiveOf({ locations: [aZone(1, '1 Main Street'), aZone(2, '')] }))
  expect(home.plan).toBeUndefined()
  expect(home.streets.map(({ heading, zones }) => [heading, zones.length])).toEqual([
    ['Main Street', 1],
    ['Other places', 1],
  ])
})

const [seconds, square] = [
  5,
  (side: number) => [
    [-81.7 - side, 43.6 - side],
    [-81.7 + side, 43.6 - side],
    [-81.7 + side, 43.6 + side],
    [-81.7 - side, 43.6 + side],
    [-81.7 - side, 43.6 - side],
  ],
]
test('a place as large as a county, or as the world, is drawn around the town and costs no time', () => {
  for (const side of [1, 80]) {
    const county = {
      ...aZone(99, '99 Main Street'),
      geometry: { type: 'Polygon' as const, coordinates: [square(side) as [number, number][]] },
    }
    const archive = archiveOf({ locations: [...street(60), county] })
    const begin = performance.now()
    const plan = townPlan(archive)!
    expect([...mapFiles(archive)].length).toBeGreaterThan(60)
    expect(performance.now() - begin).toBeLessThan(seconds * 1000)
    expect(plan.outlines.map(({ href }) => href)).toEqual(['/zone-overview/99/'])
    expect([plan.scale.metres <= 200, plan.streets.map(({ text }) => text)]).toEqual([true, ['Main Street']])
  }
})

test.each([
  ['01-one-far-zone', 1],
  ['01c-antimeridian', 0],
])('%s: the plan shows the town', (name, outside) => {
  const { features } = JSON.parse(readFileSync(`tests/fixtures/faults/${name}/locations.geojson`, 'utf8')) as {
    features: object[]
  }
  const plan = townPlan(archiveOf({ locations: features.map((feature) => v.parse(locationFeature, feature)) }))!
  expect([plan.outside, plan.left]).toEqual([outside, 0])
  const widths = plan.shapes.map(({ path }) => Math.abs(Number(/l(-?\d+)/.exec(path)![1])))
  expect(Math.max(...widths)).toBeGreaterThan(30)
})
