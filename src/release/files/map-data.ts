import { organizationName } from '#rules/names/record-names.ts'
import { packZones } from '#rules/map/zone-outlines.ts'
import { MAP_DATA, type OrganizationsFile } from '#rules/addresses/page-addresses.ts'
import { sortKeys } from '#snapshot/files.ts'
import { streetsOf } from '#snapshot/pages/browse/street-lines.ts'
import { outlinesOf, zoneOverview } from '#snapshot/pages/zone-page.ts'
import type { Archive } from '#snapshot/types.ts'

/** Whether the file of an address is wanted: of many that are alike, an update makes few. */
export type Wanted = (address: string) => boolean

/**
 * Files for the map page, by path: the outlines of all zones, the lines of streets, organizations (used while the API is unreachable), and the overview of each zone with
 * all of its items, which the map shows without the API.
 */
export function* mapFiles(archive: Archive, wanted: Wanted = () => true): Generator<[address: string, text: string]> {
  const { lists, meta } = archive
  const zones = outlinesOf(archive).list
  const organizations = (): OrganizationsFile =>
    lists.organizations.map((each) => [
      each.id,
      organizationName(each),
      each.altname,
      [...new Set(archive.premisesOf(each.id).map((row) => row.location))].sort((a, b) => a - b),
    ])
  yield [MAP_DATA.zones, json(packZones(zones, meta.counter))]
  if (wanted(MAP_DATA.organizations)) yield [MAP_DATA.organizations, json(organizations())]
  if (wanted(MAP_DATA.streets)) yield [MAP_DATA.streets, json(streetsOf(lists.locations))]
  for (const { pk } of zones)
    if (wanted(MAP_DATA.zone(pk))) yield [MAP_DATA.zone(pk), JSON.stringify(zoneOverview(archive, pk, Infinity))]
}

const json = (value: object) => `${JSON.stringify(sortKeys(value))}\n`
