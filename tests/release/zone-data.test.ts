import { expect, test } from 'vitest'
import { mapFiles } from '#release/files/data-files.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { RECORD_LIST } from '#snapshot/pages/record-items.ts'
import { zoneOverview } from '#snapshot/pages/zone-page.ts'
import { anItem, archiveOf, aZone } from '../snapshot/pages/archive-of.ts'

const archive = archiveOf({
  locations: [aZone(5), aZone(6, 1), { ...aZone(7), geometry: null }],
  items: Array.from({ length: RECORD_LIST + 5 }, (_, at) =>
    anItem(at + 1, { location: { id: 6, name: 'Zone 6' }, date_start: 18500000 }),
  ),
})

test('the map data has the complete overview of every zone', () => {
  const files = new Map(mapFiles(archive))
  expect([5, 6, 7].filter((pk) => files.has(MAP_DATA.zone(pk)))).toEqual([5, 6, 7])
  const overview = JSON.parse(files.get(MAP_DATA.zone(6))!) as unknown
  expect(overview).toEqual(zoneOverview(archive, 6, Infinity))
  expect(overview).toMatchObject({ map: { neighbours: [{ text: 'Zone 5' }] } })
  // The map lists them without the API, and has no further pages to lead to.
  const { items } = overview as { items: { items: unknown[]; pages?: unknown } }
  expect([items.items.length, items.pages]).toEqual([RECORD_LIST + 5, undefined])
})
