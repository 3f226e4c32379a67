import { expect, test } from 'vitest'
import { mapData } from '#release/files/map-data.ts'
import { MAP_DATA } from '#rules/zone-overview.ts'
import { unpackZones, type ZonesFile } from '#rules/zone-outlines.ts'
import { headersFile } from '#release/files/routing.ts'
import { contentType } from '#server/site/content-types.ts'
import { CACHE, isHashed } from '#rules/site-routing.ts'
import { location, organization, organizationLocation } from './map-rows.ts'
import { archiveOf } from '../snapshot/pages/browse/small-archive.ts'
import { item } from '#contract/item.ts'
import * as v from 'valibot'

const picture = (id: number, zone: number) =>
  v.parse(item, { id, type: 'photograph', visibility: 'published', location: { id: zone, name: '' } })

const archive = () =>
  archiveOf({
    locations: [location(2, { name: 'Depot', altnames: ['Station'] }), location(7, { address: '7 Main St' }, null)],
    organizations: [organization(3, 'Band', ['Brass']), organization(4, '')],
    organizationLocations: [organizationLocation(3, 7), organizationLocation(3, 2), organizationLocation(3, 2)],
    items: [picture(1, 2), picture(2, 2), picture(3, 99)],
  })
const read = (address: string): unknown => JSON.parse(mapData(archive()).get(address)!)

test('the zones are told with their outlines, their items and the counter of the archive', () => {
  const file = read(MAP_DATA.zones) as ZonesFile
  expect(file.counter).toBe(1)
  const [depot, main] = unpackZones(file)
  expect(depot).toMatchObject({ pk: 2, name: 'Depot', altnames: ['Station'], items: 2 })
  expect(depot!.rings).toHaveLength(1)
  expect(main).toMatchObject({ pk: 7, name: '7 Main St', address: '7 Main St', items: 0, rings: [], box: null })
})

test('organizations are told with the zones they were at, once each', () => {
  expect(read(MAP_DATA.organizations)).toEqual([
    [3, 'Band', ['Brass'], [2, 7]],
    [4, 'Organization 4', [], []],
  ])
})

test('the same archive makes the same bytes', () => {
  expect([...mapData(archive())]).toEqual([...mapData(archive())])
})

test('they are sent as JSON, and asked for again each time', () => {
  for (const address of [MAP_DATA.zones, MAP_DATA.organizations, MAP_DATA.zone(12)]) {
    expect(contentType(address)).toBe('application/json; charset=utf-8')
    expect(isHashed(address)).toBe(false)
  }
  expect(isHashed(MAP_DATA.firstView('wide', '0123456789ab')), 'a picture has its hash in its name').toBe(true)
  const forever = headersFile({})
    .split('\n')
    .filter((line) => line.startsWith('/'))
  expect(headersFile({})).toContain(CACHE.forever)
  expect(forever.some((line) => line.startsWith('/data') && line !== '/data/first-view/*')).toBe(false)
})
