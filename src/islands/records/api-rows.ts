import type { Client } from '#client/client.ts'
import type { LocationFeature } from '#contract/location.ts'
import { readItems } from '#islands/behaviours/read-items.ts'
import type { RecordItems } from '#views/item-lists.ts'

/** A part that cannot be loaded is left empty (spec §8 "Other fetch failures"). */
export const orNone = <Row>(part: Promise<Row[]>): Promise<Row[]> => part.catch(() => [])
export const orEmpty = <Key, Value>(part: Promise<Map<Key, Value>>): Promise<Map<Key, Value>> =>
  part.catch(() => new Map<Key, Value>())

/** The first page of a record's items, and their total. */
export async function itemsOf(
  client: Client,
  filter: 'location' | 'people_or' | 'organizations',
  id: number,
  signal?: AbortSignal,
): Promise<RecordItems> {
  const query = `${filter}=${id}`
  return { ...(await readItems(client, query, 1, signal)), query }
}

export const firstItems = (client: Client, filter: 'people_or' | 'organizations', id: number): Promise<RecordItems> =>
  itemsOf(client, filter, id).catch(() => ({ items: [], count: 0, query: `${filter}=${id}` }))

/** Records by id, without unknown ones. Nothing is asked for an empty list. */
async function byId<Row extends { id: number }>(ids: readonly number[], read: (ids: number[]) => Promise<Row[]>) {
  const rows = ids.length > 0 ? await read([...new Set(ids)]) : []
  return new Map(rows.map((row) => [row.id, row]))
}
export const peopleById = (client: Client, ids: readonly number[], signal?: AbortSignal) =>
  byId(ids, (people) => client.call('people', { query: { people }, signal }))
export const organizationsById = (client: Client, ids: readonly number[], signal?: AbortSignal) =>
  byId(ids, (ids) => client.call('organizations', { query: { ids }, signal }))

/** The zones that lots lie in, by lot number. */
export async function zonesOfLots(
  client: Client,
  lotNums: readonly string[],
): Promise<Map<string, LocationFeature['properties']>> {
  if (lotNums.length === 0) return new Map()
  const wanted = [...new Set(lotNums)]
  const [lots, zones] = await Promise.all([
    client.call('lots', {}),
    client.call('locations', { query: { lot: wanted } }),
  ])
  const zone = new Map(zones.features.map(({ properties }) => [properties.pk, properties]))
  const zoneOfLot = new Map(lots.map((lot) => [lot.lotNum, lot.location]))
  return new Map(
    wanted.flatMap((lotNum) => {
      const found = zone.get(zoneOfLot.get(lotNum) ?? 0)
      return found ? [[lotNum, found] as const] : []
    }),
  )
}
