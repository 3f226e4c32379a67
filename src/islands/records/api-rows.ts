import type { Client } from '#client/client.ts'
import type { LocationFeature, Resident } from '#contract/location.ts'
import type { Person } from '#contract/person.ts'
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

type Zone = LocationFeature['properties']
/** Lots that are asked about one by one at most, where the server's rows don't name their zone. */
const MOST_LOTS = 20

/** The zones that lots lie in, by lot number. */
export async function zonesOfLots(client: Client, lotNums: readonly string[]): Promise<Map<string, Zone[]>> {
  if (lotNums.length === 0) return new Map()
  const wanted = [...new Set(lotNums)]
  const [lots, zones] = await Promise.all([client.call('lots', {}), zonesOf(client, wanted)])
  const zone = new Map(zones.map((each) => [each.pk, each]))
  const known = lots.filter(({ location }) => location !== null)
  const found = wanted.map(async (lotNum): Promise<[string, Zone[]]> => {
    const here = known.filter((lot) => lot.lotNum === lotNum)
    if (here.length === 0 && wanted.length <= MOST_LOTS) return [lotNum, await zonesOf(client, [lotNum])]
    return [lotNum, here.flatMap(({ location }) => zone.get(location!) ?? [])]
  })
  return new Map(await Promise.all(found))
}

const zonesOf = async (client: Client, lot: string[]): Promise<Zone[]> =>
  (await client.call('locations', { query: { lot } })).features.map(({ properties }) => properties)

/** Who lived where of these people, and the places. Nothing is asked of servers that don't know of it. */
export async function homesOf(
  client: Client,
  people: readonly Person[],
): Promise<{ residents: Resident[]; places: Map<number, Zone> }> {
  const ids = people.map(({ id }) => id)
  const isOurs = people.some((person) => person.same_as !== undefined)
  const residents = isOurs ? await client.call('residents', { query: { people: ids } }) : []
  const places = [...new Set(residents.map(({ location }) => location))]
  const zones = places.length > 0 ? (await client.call('locations', { query: { places } })).features : []
  return { residents, places: new Map(zones.map(({ properties }) => [properties.pk, properties])) }
}
