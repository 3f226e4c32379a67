import type { Client } from '#client/client.ts'
import type { Person } from '#contract/person.ts'
import { itemsBy } from '#islands/zone/load-zone-overview.ts'
import { organizationAddress, personAddress, zoneAddress } from '#rules/addresses.ts'
import { organizationName, personName, zoneName } from '#rules/names.ts'
import type { ItemsOfRecord } from '#rules/overview-parts.ts'

export interface Link {
  href: string
  text: string
}

/** A part that fails is left empty: the record itself is what matters (spec §8 "Other fetch failures"). */
export async function orNone<T>(part: Promise<T[]>): Promise<T[]> {
  try {
    return await part
  } catch {
    return []
  }
}
export const orEmpty = <Key, Value>(part: Promise<Map<Key, Value>>): Promise<Map<Key, Value>> =>
  part.catch(() => new Map<Key, Value>())

/** The first page of a record's items, and how many there are in all. */
export async function firstItems(
  client: Client,
  filter: 'people_or' | 'organizations',
  id: number,
): Promise<ItemsOfRecord> {
  const asked = `${filter}=${id}`
  try {
    return { ...(await itemsBy(client, [filter, id], 1)), asked }
  } catch {
    return { items: [], count: 0, asked }
  }
}

/** People by id; unknown ones are left out. */
export async function peopleById(client: Client, ids: readonly number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map()
  const people = await client.call('people', { query: { people: [...new Set(ids)] } })
  return new Map(people.map((person) => [person.id, person]))
}

export async function linksToPeople(client: Client, ids: readonly number[]): Promise<Map<number, Link>> {
  const people = await peopleById(client, ids)
  return new Map(
    [...people.values()].map((person) => [person.id, { text: personName(person), href: personAddress(person.id) }]),
  )
}

export async function linksToOrganizations(client: Client, ids: readonly number[]): Promise<Map<number, Link>> {
  if (ids.length === 0) return new Map()
  const organizations = await client.call('organizations', { query: { ids: [...new Set(ids)] } })
  return new Map(
    organizations.map(({ id, name }) => [id, { text: organizationName({ id, name }), href: organizationAddress(id) }]),
  )
}

/** The zones that lots lie in, by lot number, named by address as spec §2 "Land Ownership" lists them. */
export async function zonesOfLots(client: Client, lotNums: readonly string[]): Promise<Map<string, Link>> {
  if (lotNums.length === 0) return new Map()
  const wanted = [...new Set(lotNums)]
  const [lots, zones] = await Promise.all([
    client.call('lots', {}),
    client.call('locations', { query: { lot: wanted } }),
  ])
  const zone = new Map(zones.features.map(({ properties }) => [properties.pk, properties]))
  const zoneOfLot = new Map(lots.map((lot) => [lot.lotNum, lot.location]))
  return new Map(
    wanted.flatMap((lotNum): [string, Link][] => {
      const found = zone.get(zoneOfLot.get(lotNum) ?? 0)
      return found ? [[lotNum, { text: found.address || zoneName(found), href: zoneAddress(found.pk) }]] : []
    }),
  )
}
