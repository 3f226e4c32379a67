import { societyDay } from '#rules/dates/society-day.ts'
import type { Heritage, LocationFeature, Ownership, PlaceName, Resident } from '#contract/location.ts'
import type { Organization, OrganizationLocation } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import { organizationAddress, personAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { ownershipYear, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import type { ZoneMap } from '#rules/map/zone-map.ts'
import type { PlaceRows } from '#rules/years/place-years.ts'
import type { RecordItems } from './item-lists.ts'
import { placeStory, startOfResidence, type Story } from './place-story.ts'
import { sameElsewhere } from './same-elsewhere.ts'

type Life = Pick<Organization, 'date_opened' | 'date_closed'>

/**
 * Spec §2 "Zone overview", for the page, the popup and the live shell. Texts are as recorded; for an empty list or text the component shows the spec's
 * sentence.
 */
export interface ZoneView {
  pk: number
  name: string
  /** Empty if it equals the name. */
  streetAddress: string
  altnames: string[]
  same?: Link[] | undefined
  lots: string[]
  descriptions: string[]
  map: ZoneMap | null
  items: RecordItems
  heritage: readonly Omit<Heritage, 'location'>[]
  plaques: { name: string; text: string }[]
  /** `date`, `start` and `end` are eight-digit dates (spec §3); `year` and `years` are for display. */
  ownership: { lot: string; person: Link; date: number | null; year: string; source: string }[]
  organizations: { organization: Link; start: number | null; end: number | null; years: string; life?: Life }[]
  /** What is told of its time; undefined, as the next two, where nothing is. */
  story?: Story | undefined
  when?: Pick<PlaceRows, 'place' | 'successors' | 'names'> | undefined
  /** By date, a household in its order. */
  residents?: { link: Link; row: Resident }[] | undefined
  /** The day on which what it shows of the record has changed last (ISO 8601, in UTC), if that is known. */
  changed?: string | undefined
}

/** Rows about one zone, from a snapshot or the API. Rows that refer to an unknown person or organization are left out. */
interface ZoneRows {
  properties: LocationFeature['properties']
  map: ZoneMap | null
  lots: readonly { lotNum: string }[]
  descriptions: readonly { description: string }[]
  items: RecordItems
  heritage: readonly Omit<Heritage, 'location'>[]
  plaques: readonly { name: string; text: string }[]
  ownership: readonly Ownership[]
  premises: readonly OrganizationLocation[]
  residents: readonly Resident[]
  names: readonly PlaceName[]
  /** Places that it came out of, and that came out of it. */
  predecessors: readonly LocationFeature['properties'][]
  successors: readonly LocationFeature['properties'][]
  person(id: number): Person | undefined
  organization(id: number): (Pick<Organization, 'id' | 'name'> & Life) | undefined
}

const lotNumbers = new Intl.Collator('en', { numeric: true })

export function zoneView(rows: ZoneRows): ZoneView {
  const { properties } = rows
  const name = zoneName(properties)
  const story = placeStory(rows)
  const when = {
    place: { date_start: properties.date_start, date_end: properties.date_end },
    successors: rows.successors.map((place) => place.date_start ?? null),
    names: rows.names,
  }
  const inHousehold = rows.residents.toSorted((a, b) => (a.household_order ?? 1e9) - (b.household_order ?? 1e9))
  const residents = byDate(inHousehold, startOfResidence).flatMap((row) => {
    const person = rows.person(row.person)
    return person ? [{ link: { href: personAddress(person.id), text: personName(person) }, row }] : []
  })
  return {
    pk: properties.pk,
    name,
    streetAddress: properties.address.toLowerCase() === name.toLowerCase() ? '' : properties.address,
    altnames: properties.altnames,
    same: sameElsewhere(properties.same_as),
    lots: rows.lots.map((lot) => lot.lotNum).sort(lotNumbers.compare),
    descriptions: rows.descriptions.map((row) => row.description).filter(Boolean),
    map: rows.map,
    items: rows.items,
    heritage: rows.heritage,
    plaques: rows.plaques.map((row) => ({ name: row.name, text: row.text })),
    ownership: byDate(rows.ownership, (row) => row.date).flatMap((row) => {
      const person = rows.person(row.person)
      if (!person) return []
      const link = { href: personAddress(person.id), text: personName(person) }
      return [{ lot: row.lot, person: link, date: row.date, year: ownershipYear(row), source: row.source }]
    }),
    organizations: byDate(rows.premises, (row) => row.date_start ?? row.date_end).flatMap((row) => {
      const organization = rows.organization(row.organization)
      if (!organization) return []
      const link = { href: organizationAddress(organization.id), text: organizationName(organization) }
      const { date_start: start, date_end: end } = row
      const { date_opened, date_closed } = organization
      return [{ organization: link, start, end, years: yearSpan(start, end), life: { date_opened, date_closed } }]
    }),
    ...(story.length > 0 && { story, when }),
    ...(residents.length > 0 && { residents }),
    changed: societyDay(properties.updated_at),
  }
}
