import { expect, test } from 'vitest'
import { mapFiles } from '#release/files/data-files.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { unpackZones, type ZonesFile } from '#rules/map/zone-outlines.ts'
import { headersFile } from '#release/files/security.ts'
import { CACHE, isHashed } from '#rules/addresses/site-routing.ts'
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
const read = (address: string): unknown => JSON.parse(new Map(mapFiles(archive())).get(address)!)

test('zones.json has outlines, item counts and the change counter', () => {
  const file = read(MAP_DATA.zones) as ZonesFile
  expect(file.counter).toBe(1)
  const [depot, main] = unpackZones(file)
  expect(depot).toMatchObject({ pk: 2, name: 'Depot', altnames: ['Station'], items: 2 })
  expect(depot!.rings).toHaveLength(1)
  expect(main).toMatchObject({ pk: 7, name: '7 Main St', address: '7 Main St', items: 0, rings: [], box: null })
})

test('organizations.json lists the distinct zones of each organization', () => {
  expect(read(MAP_DATA.organizations)).toEqual([
    [3, 'Band', ['Brass'], [2, 7]],
    [4, 'Organization 4', [], []],
  ])
})

test('map data is JSON that caches must revalidate', () => {
  for (const address of [MAP_DATA.zones, MAP_DATA.organizations, MAP_DATA.zone(12)]) {
    expect(isHashed(address)).toBe(false)
  }
  expect(isHashed(MAP_DATA.firstView('wide', '0123456789ab')), 'a picture has its hash in its name').toBe(true)
  const forever = headersFile({})
    .split('\n')
    .filter((line) => line.startsWith('/'))
  expect(headersFile({})).toContain(CACHE.forever)
  expect(forever.some((line) => line.startsWith('/data') && line !== '/data/first-view/*')).toBe(false)
})
