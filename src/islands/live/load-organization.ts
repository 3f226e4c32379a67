import type { Client } from '#client/client.ts'
import { zoneAddress } from '#rules/addresses.ts'
import { yearSpan } from '#rules/life-spans.ts'
import { organizationName, zoneName } from '#rules/names.ts'
import type { OrganizationParts } from '#rules/overview-parts.ts'
import { linksToPeople, orEmpty, orNone, firstItems, type Link } from './parts.ts'

export interface LiveOrganization extends OrganizationParts {
  name: string
  altnames: string[]
  years: string
  text: string
}

/** An organization as spec §2 "Organization overview" shows it. Throws when the organization itself cannot be loaded. */
export async function loadOrganization(client: Client, _api: string, id: number): Promise<LiveOrganization> {
  const organization = await client.call('organization', { path: { id } })
  const [items, premises, employment] = await Promise.all([
    firstItems(client, 'organizations', id),
    orNone(client.call('organizationLocations', { query: { organization: id } })),
    orNone(client.call('employment', { query: { organization: id } })),
  ])
  const [people, zones] = await Promise.all([
    orEmpty(
      linksToPeople(
        client,
        employment.map((row) => row.person),
      ),
    ),
    orEmpty(
      linksToZones(
        client,
        premises.map((row) => row.location),
      ),
    ),
  ])
  return {
    name: organizationName(organization),
    altnames: organization.altname,
    years: yearSpan(organization.date_opened, organization.date_closed),
    text: organization.description,
    items,
    locations: premises.flatMap((row) => {
      const zone = zones.get(row.location)
      return zone ? [{ zone, years: yearSpan(row.date_start, row.date_end) }] : []
    }),
    people: employment.flatMap((row) => {
      const person = people.get(row.person)
      return person ? [{ person, years: yearSpan(row.date_start, row.date_end) }] : []
    }),
  }
}

async function linksToZones(client: Client, ids: readonly number[]): Promise<Map<number, Link>> {
  const links = [...new Set(ids)].map((id) =>
    orNone(
      client
        .call('location', { path: { id } })
        .then(({ properties }): [number, Link][] => [
          [id, { text: zoneName(properties), href: zoneAddress(properties.pk) }],
        ]),
    ),
  )
  return new Map((await Promise.all(links)).flat())
}
