import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { viewOfZones } from '#stores/map/fits.ts'
import { SOCIETY, aZone, world } from './world.ts'

const start = { centre: SOCIETY.centre, zoom: SOCIETY.zoom }
/** A zone of 10 metres, at this distance east and north of the start. */
const away = (pk: number, east: number, north = 0): ZoneOutline => {
  const [x, y] = [start.centre[0] + east, start.centre[1] + north]
  return aZone(pk, { rings: [Float64Array.from([x, y, x + 10, y, x + 10, y + 10])], box: [x, y, x + 10, y + 10] })
}

describe('where the zones are', () => {
  test('with one in view, or none at all, the default view stays', () => {
    expect(viewOfZones(start, [])).toBeNull()
    expect(viewOfZones(start, [aZone(1, { rings: [], box: null })])).toBeNull()
    expect(viewOfZones(start, [away(1, 500_000), away(2, 500_010), away(3, 2_000)])).toBeNull()
  })
  test('otherwise the median zone shows, at the default zoom; an outlier moves nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 3_000_000 }), fc.integer({ min: -9, max: 9 }), (east, wrong) => {
        const zones = [0, 10, 20, 30, 40].map((step, at) => away(at + 1, east + step, step))
        const view = viewOfZones(start, [...zones, away(9, wrong * 1e6 + 20_000, 4e6)])!
        expect(view.zoom).toBe(start.zoom)
        expect(Math.abs(view.centre[0] - start.centre[0] - east - 25)).toBeLessThanOrEqual(15)
        expect(Math.abs(view.centre[1] - start.centre[1] - 25)).toBeLessThanOrEqual(15)
      }),
    )
  })
})

describe('a map whose town is not in the default view', () => {
  const zones = [away(1, 900_000), away(2, 900_010), away(3, 900_020)]
  const asked = async (given: Parameters<typeof world>[0]) => {
    const { stores, begin } = world({ zones, ...given })
    await begin()
    return stores.$fit.get()
  }
  test('opens on the town', async () => {
    expect(await asked({})).toMatchObject({ kind: 'view', view: { zoom: 15 } })
    expect(await asked({ query: 'base=osm' })).toMatchObject({ kind: 'view' })
    expect(await asked({ query: 'zone=2' })).toMatchObject({ kind: 'box', padding: 300 })
  })
  test('shows the zone that a link names, also if it is selected already', async () => {
    const stored = JSON.stringify({ zone: 2, overlays: {}, open: { legend: true, media: false } })
    const { stores, begin } = world({ zones, query: 'zone=2', stored })
    await begin()
    expect(stores.$fit.get()).toMatchObject({ kind: 'box', padding: 300 })
    expect(stores.$open.get()).toMatchObject({ legend: false, media: true })
  })
  test('stays where an address or the visitor has moved it', async () => {
    expect(await asked({ query: 'at=43.5,-81.7,15z' })).toBeNull()
    const stored = JSON.stringify({ view: { centre: [0, 0], zoom: 16 }, overlays: {}, welcome: false })
    expect(await asked({ stored })).toBeNull()
  })
})
