import type * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { heritage as heritageSchema, locationDescription, plaque, lot } from '#contract/location.ts'
import { pagesOf, PAGING } from '#contract/limits.ts'
import { rowsOfZone } from '#contract/read-row.ts'
import { drawZoneMap } from '#rules/map/zone-map.ts'
import { outlineOf, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import { validRows } from '#stores/shared/rows.ts'
import { inListOrder, type RecordItems } from '#views/item-lists.ts'
import { picturedYears } from '#views/year-reading.ts'
import { zoneView, type ZoneView } from '#views/zone.ts'
import { itemsOf, organizationsById, peopleById } from './api-rows.ts'

interface LoadOptions {
  signal?: AbortSignal
  /** The zones around it, for the small map. The API has no call for neighbours. */
  around?: readonly ZoneOutline[]
  /** The zone of the last build, if it is loaded by then. It replaces the parts that fail. */
  before?: () => ZoneView | undefined
}

/** Throws when the location itself cannot be loaded. Any other part that fails is empty (spec §8 "Other fetch failures"), or comes from `before`. */
export async function loadZone(
  client: Client,
  pk: number,
  { signal, around = [], before }: LoadOptions = {},
): Promise<ZoneView> {
  const failed = new Set<keyof ZoneView>()
  const part = async <Row>(name: keyof ZoneView, rows: Promise<Row[]>): Promise<Row[]> => {
    try {
      return await rows
    } catch {
      failed.add(name)
      return []
    }
  }
  const here = (row: { location: number | null }) => row.location === pk
  const rowsHere = async <Row>(schema: v.GenericSchema<unknown, Row>, answer: Promise<unknown>): Promise<Row[]> =>
    validRows(schema, rowsOfZone((await answer) as unknown[], pk))
  const lotsPart = part('lots', rowsHere(lot, client.read('lots', { query: { search: pk }, signal })))
  const location = client.call('location', { path: { id: pk }, signal })
  // Other servers tell nothing of time, and are not asked.
  const ours = <Row>(name: keyof ZoneView, read: () => Promise<Row[]>) =>
    part(
      name,
      location.then(({ properties }) => (properties.predecessors ? read() : [])),
    )
  const [zone, lots, descriptions, items, heritage, plaques, owned, premised, lived, names, kin] = await Promise.all([
    location,
    lotsPart,
    part(
      'descriptions',
      rowsHere(locationDescription, client.read('locationDescriptions', { query: { search: pk }, signal })),
    ),
    itemsOf(client, 'location', pk, signal).catch(() => null),
    part('heritage', rowsHere(heritageSchema, client.read('heritage', { query: { location: pk }, signal }))),
    part('plaques', rowsHere(plaque, client.read('plaques', { query: { search: pk }, signal }))),
    lotsPart.then((rows) => part('ownership', ownershipOf(client, rows, signal))),
    part('organizations', premisesOf(client, pk, signal)),
    ours('residents', async () =>
      withPeople(client, await client.call('residents', { query: { location: pk }, signal }), signal),
    ),
    ours('story', () => client.call('placeNames', { query: { location: pk }, signal })),
    ours('story', async () => (await client.call('locations', { query: { succession: pk }, signal })).features),
  ])
  // Owners are loaded by lot.
  if (failed.has('lots')) failed.add('ownership')
  if (failed.has('story')) failed.add('when')
  const { predecessors = [] } = zone.properties
  const places = kin.map(({ properties }) => properties)
  const people = new Map([...owned, ...lived].map(({ person }) => [person.id, person]))
  const organizations = new Map(premised.map(({ organization }) => [organization.id, organization]))
  const loaded = zoneView({
    properties: zone.properties,
    map: drawZoneMap(outlineOf(zone), around),
    lots: lots.filter(here),
    descriptions: descriptions.filter(here),
    items: items ?? { items: [], count: 0, query: '' },
    heritage: heritage.filter(here),
    plaques: plaques.filter(here),
    ownership: owned.map(({ row }) => row),
    premises: premised.map(({ row }) => row),
    residents: lived.map(({ row }) => row),
    names: names.filter(here),
    predecessors: predecessors.flatMap((id) => places.find((each) => each.pk === id) ?? []),
    successors: places.filter((each) => each.predecessors?.includes(pk)),
    person: (id) => people.get(id),
    organization: (id) => organizations.get(id),
  })
  const last = before?.()
  if (items && items.count > items.items.length && !last?.items.pictured)
    loaded.items = { ...items, ...(await picturesOf(client, pk, items.count, signal)) }
  if (!last) return loaded
  const failedParts = Object.fromEntries([...failed].map((name) => [name, last[name]]))
  return { ...loaded, ...failedParts, ...(!items && { items: last.items }) }
}

/** Pages of items that are read for their years at most. */
const MOST_PAGES = 10

/** The years of all pictures of a zone, which its first page of items does not tell. Nothing for a zone with very many. */
async function picturesOf(
  client: Client,
  pk: number,
  count: number,
  signal?: AbortSignal,
): Promise<Pick<RecordItems, 'pictured'>> {
  const size = PAGING.serverMaximum
  if (count > MOST_PAGES * size) return {}
  const read = (page: number) =>
    client.call('items', { query: { location: [pk], page, page_size: size, visibility: 'published' }, signal })
  try {
    const pages = await Promise.all(Array.from({ length: pagesOf(count, size) }, (_, at) => read(at + 1)))
    const items = pages.flatMap(({ results }) => results.filter((item) => item.visibility === 'published'))
    // A server with smaller pages tells less than it counts.
    return items.length === count ? { pictured: picturedYears(inListOrder(items)) } : {}
  } catch {
    return {}
  }
}

async function ownershipOf(client: Client, lots: readonly { lotNum: string }[], signal?: AbortSignal) {
  // Without a lot the API answers with all owners.
  if (lots.length === 0) return []
  const lot = lots.map((row) => row.lotNum)
  const rows = (await client.call('ownership', { query: { lot }, signal })).filter((row) => lot.includes(row.lot))
  return withPeople(client, rows, signal)
}

/** Rows of people that are unknown are left out. */
async function withPeople<Row extends { person: number }>(client: Client, rows: readonly Row[], signal?: AbortSignal) {
  const ids = rows.map((row) => row.person)
  const people = await peopleById(client, ids, signal)
  return rows.flatMap((row) => {
    const person = people.get(row.person)
    return person ? [{ row, person }] : []
  })
}

async function premisesOf(client: Client, location: number, signal?: AbortSignal) {
  const answer = await client.call('organizationLocations', { query: { location }, signal })
  const rows = answer.filter((row) => row.location === location)
  const ids = rows.map((row) => row.organization)
  const organizations = await organizationsById(client, ids, signal)
  return rows.flatMap((row) => {
    const organization = organizations.get(row.organization)
    return organization ? [{ row, organization }] : []
  })
}
