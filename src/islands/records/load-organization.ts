import type { Client } from '#client/client.ts'
import type { LocationFeature } from '#contract/location.ts'
import { organizationView, type OrganizationView } from '#views/organization.ts'
import { firstItems, orEmpty, orNone, peopleById } from './api-rows.ts'

/** Throws when the organization itself cannot be loaded. */
export async function loadOrganization(client: Client, id: number): Promise<OrganizationView> {
  const organization = await client.call('organization', { path: { id } })
  const [items, premises, employment] = await Promise.all([
    firstItems(client, 'organizations', id),
    orNone(client.call('organizationLocations', { query: { organization: id } })),
    orNone(client.call('employment', { query: { organization: id } })),
  ])
  const [workers, places] = [employment.map(({ person }) => person), premises.map(({ location }) => location)]
  const [people, zones] = await Promise.all([orEmpty(peopleById(client, workers)), zonesById(client, places)])
  return organizationView({
    organization,
    items,
    premises,
    employment,
    zone: (pk) => zones.get(pk),
    person: (person) => people.get(person),
  })
}

async function zonesById(client: Client, ids: readonly number[]): Promise<Map<number, LocationFeature['properties']>> {
  const zones = await Promise.all(
    [...new Set(ids)].map((id) =>
      orNone(client.call('location', { path: { id } }).then(({ properties }) => [properties])),
    ),
  )
  return new Map(zones.flat().map((properties) => [properties.pk, properties]))
}
