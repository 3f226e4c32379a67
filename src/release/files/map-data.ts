import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { organizationName } from '#rules/names.ts'
import { outlineOf, packZones } from '#rules/zone-outlines.ts'
import { MAP_DATA, type OrganizationsFile } from '#rules/zone-overview.ts'
import { sortKeys } from '#snapshot/files.ts'
import type { Archive } from '#snapshot/types.ts'

/** What the map page reads of the last build, by address: the zones that it shows at once, and what it falls back on while the API is away. */
export function mapData(archive: Archive): Map<string, string> {
  const { lists, meta } = archive
  const zones = lists.locations.map((zone) => outlineOf(zone, archive.itemsOfLocation(zone.properties.pk).length))
  const organizations: OrganizationsFile = lists.organizations.map((each) => [
    each.id,
    organizationName(each),
    each.altname,
    [...new Set(archive.premisesOf(each.id).map((row) => row.location))].sort((a, b) => a - b),
  ])
  return new Map([
    [MAP_DATA.zones, json(packZones(zones, meta.counter))],
    [MAP_DATA.organizations, json(organizations)],
  ])
}

export function writeMapData(archive: Archive, root: string): void {
  for (const [address, text] of mapData(archive)) {
    const path = join(root, address)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

const json = (value: object) => `${JSON.stringify(sortKeys(value))}\n`
