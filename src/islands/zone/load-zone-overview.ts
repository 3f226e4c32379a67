import type { Client } from '#client/client.ts'
import { PAGING } from '#contract/limits.ts'
import { zoneItem } from '#rules/item-lists.ts'
import { drawZoneMap } from '#rules/zone-drawing.ts'
import { outlineOf, type ZoneOutline } from '#rules/zone-outlines.ts'
import { zoneOverview, type ZoneOverview } from '#rules/zone-overview.ts'

export interface LoadOptions {
  signal?: AbortSignal
  /** The zones around it, for the small map: the API names no neighbours. */
  around?: readonly ZoneOutline[]
  /** The same zone as the last build has it, as far as that is known by then. A part that cannot be loaded stays as it was there. */
  before?: () => ZoneOverview | undefined
}

/**
 * Spec §2 "Zone overview" through the API, with the first page of its items. Throws what the client throws when the location itself cannot be
 * loaded; any other part that fails is left empty (spec §8 "Other fetch failures"), or as it was before.
 */
export async function loadZoneOverview(
  client: Client,
  pk: number,
  { signal, around = [], before }: LoadOptions = {},
): Promise<ZoneOverview> {
  const failed = new Set<keyof ZoneOverview>()
  const part = async <Row>(name: keyof ZoneOverview, rows: Promise<Row[]>): Promise<Row[]> => {
    try {
      return await rows
    } catch {
      failed.add(name)
      return []
    }
  }
  const lotsPart = part('lots', client.call('lots', { query: { search: pk }, signal }))
  const [zone, lots, descriptions, items, heritage, plaques, owned, premised] = await Promise.all([
    client.call('location', { path: { id: pk }, signal }),
    lotsPart,
    part('descriptions', client.call('locationDescriptions', { query: { search: pk }, signal })),
    itemsOfZone(client, pk, 1, signal).catch(() => null),
    part('heritage', client.call('heritage', { query: { location: pk }, signal })),
    part('plaques', client.call('plaques', { query: { search: pk }, signal })),
    lotsPart.then((rows) =>
      part(
        'ownership',
        ownershipOf(
          client,
          rows.map((row) => row.lotNum),
          signal,
        ),
      ),
    ),
    part('organizations', premisesOf(client, pk, signal)),
  ])
  // Without its lots nothing can be said of who owned them.
  if (failed.has('lots')) failed.add('ownership')
  const people = new Map(owned.map(({ person }) => [person.id, person]))
  const organizations = new Map(premised.map(({ organization }) => [organization.id, organization]))
  const loaded = zoneOverview({
    properties: zone.properties,
    map: drawZoneMap(outlineOf(zone), around),
    lots: lots.filter((row) => row.location === null || row.location === pk),
    descriptions: descriptions.filter((row) => row.location === pk),
    items: items?.items ?? [],
    itemCount: items?.count ?? 0,
    heritage: heritage.filter((row) => row.location === pk),
    plaques: plaques.filter((row) => row.location === pk),
    ownership: owned.map(({ row }) => row),
    premises: premised.map(({ row }) => row),
    person: (id) => people.get(id),
    organization: (id) => organizations.get(id),
  })
  const last = before?.()
  return last ? { ...loaded, ...kept(last, failed), ...(items ? {} : itemsKept(last)) } : loaded
}

const kept = (before: ZoneOverview, failed: ReadonlySet<keyof ZoneOverview>): Partial<ZoneOverview> =>
  Object.fromEntries([...failed].map((name) => [name, before[name]]))
const itemsKept = ({ items, itemCount }: ZoneOverview) => ({ items, itemCount })

/** One page of a zone's published items in date order, and how many there are in all (spec §7: 5 a page). */
export function itemsOfZone(client: Client, zone: number, page: number, signal?: AbortSignal) {
  return itemsBy(client, ['location', zone], page, signal)
}

/** The same of whatever items are asked for by. */
export async function itemsBy(
  client: Client,
  [filter, id]: readonly ['location' | 'people_or' | 'organizations', number],
  page: number,
  signal?: AbortSignal,
) {
  const query = { [filter]: id, page, page_size: PAGING.tabs, visibility: 'published' }
  const { count, results } = await client.call('items', { query, signal })
  const scanAddress = (id: number) => client.address('scanImage', { path: { id } })
  const items = results.filter((item) => item.visibility === 'published').map((item) => zoneItem(item, scanAddress))
  return { count, items }
}

async function ownershipOf(client: Client, lot: readonly string[], signal?: AbortSignal) {
  // Without a lot the call would answer with everybody's land.
  if (lot.length === 0) return []
  const rows = (await client.call('ownership', { query: { lot }, signal })).filter((row) => lot.includes(row.lot))
  const ids = [...new Set(rows.map((row) => row.person))]
  if (ids.length === 0) return []
  const people = new Map(
    (await client.call('people', { query: { people: ids }, signal })).map((person) => [person.id, person]),
  )
  return rows.flatMap((row) => {
    const person = people.get(row.person)
    return person ? [{ row, person }] : []
  })
}

async function premisesOf(client: Client, location: number, signal?: AbortSignal) {
  const rows = (await client.call('organizationLocations', { query: { location }, signal })).filter(
    (row) => row.location === location,
  )
  const ids = [...new Set(rows.map((row) => row.organization))]
  if (ids.length === 0) return []
  const found = await client.call('organizations', { query: { ids }, signal })
  const organizations = new Map(found.map((organization) => [organization.id, organization]))
  return rows.flatMap((row) => {
    const organization = organizations.get(row.organization)
    return organization ? [{ row, organization }] : []
  })
}
