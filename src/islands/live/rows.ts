import type { Client } from '#client/client.ts'
import { itemAddress, organizationAddress, personAddress, zoneAddress } from '#rules/addresses.ts'
import { itemTitle, organizationName, personName, zoneName } from '#rules/names.ts'
import type { RecordRow, RecordValue } from '#rules/records.ts'
import { PAGING } from '#contract/limits.ts'

/** A row, or its empty-state sentence where nothing was found. */
export const rowOr = (term: string, values: RecordValue[], empty: string): RecordRow => ({
  term,
  values: values.length > 0 ? values : [{ text: empty }],
})

/** A part that fails is left empty: the record itself is what matters (spec §8 "Other fetch failures"). */
export async function orNone<T>(part: Promise<T[]>): Promise<T[]> {
  try {
    return await part
  } catch {
    return []
  }
}

/** The first items of a place, person or organization, and how many there are in all. */
export async function itemValues(
  client: Client,
  query: { location?: number; people_or?: number; organizations?: number },
): Promise<RecordValue[]> {
  const page = await client.call('items', { query: { ...query, visibility: 'published', page_size: PAGING.tabs } })
  const shown = page.results
    .filter((item) => item.visibility === 'published')
    .map((item) => ({ text: itemTitle(item), href: itemAddress(item.id) }))
  const more = page.count - shown.length
  return more > 0 && shown.length > 0 ? [...shown, { text: `and ${more} more` }] : shown
}

/** People by id, in the order given; unknown ones are left out. */
export async function peopleValues(client: Client, ids: readonly number[]): Promise<Map<number, RecordValue>> {
  if (ids.length === 0) return new Map()
  const people = await client.call('people', { query: { people: [...new Set(ids)] } })
  return new Map(people.map((person) => [person.id, { text: personName(person), href: personAddress(person.id) }]))
}

export async function organizationValues(client: Client, ids: readonly number[]): Promise<Map<number, RecordValue>> {
  if (ids.length === 0) return new Map()
  const organizations = await client.call('organizations', { query: { ids: [...new Set(ids)] } })
  return new Map(
    organizations.map(({ id, name }) => [id, { text: organizationName({ id, name }), href: organizationAddress(id) }]),
  )
}

/** A value with what is said after it, such as years. */
export const withNote = (value: RecordValue | undefined, note: string): RecordValue[] =>
  value ? [note ? { ...value, text: `${value.text}, ${note}` } : value] : []

/** The zones that lots lie in, by lot number, named by address as spec §2 "Land Ownership" lists them. */
export async function zonesOfLots(client: Client, lotNums: readonly string[]): Promise<Map<string, RecordValue>> {
  if (lotNums.length === 0) return new Map()
  const wanted = [...new Set(lotNums)]
  const [lots, zones] = await Promise.all([
    client.call('lots', {}),
    client.call('locations', { query: { lot: wanted } }),
  ])
  const zone = new Map(zones.features.map(({ properties }) => [properties.pk, properties]))
  const zoneOfLot = new Map(lots.map((lot) => [lot.lotNum, lot.location]))
  return new Map(
    wanted.flatMap((lotNum): [string, RecordValue][] => {
      const found = zone.get(zoneOfLot.get(lotNum) ?? 0)
      return found ? [[lotNum, { text: found.address || zoneName(found), href: zoneAddress(found.pk) }]] : []
    }),
  )
}
