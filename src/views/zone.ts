import { societyDay } from '#rules/dates/society-day.ts'
import type { Heritage, LocationFeature, Ownership } from '#contract/location.ts'
import type { Organization, OrganizationLocation } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import { organizationAddress, personAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { ownershipYear, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import type { ZoneMap } from '#rules/map/zone-map.ts'
import type { RecordItems } from './item-lists.ts'
import { sameElsewhere } from './same-elsewhere.ts'

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
  organizations: { organization: Link; start: number | null; end: number | null; years: string }[]
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
  person(id: number): Person | undefined
  organization(id: number): Pick<Organization, 'id' | 'name'> | undefined
}

const lotNumbers = new Intl.Collator('en', { numeric: true })

export function zoneView(rows: ZoneRows): ZoneView {
  const { properties } = rows
  const name = zoneName(properties)
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
      return [{ organization: link, start, end, years: yearSpan(start, end) }]
    }),
    changed: societyDay(properties.updated_at),
  }
}
