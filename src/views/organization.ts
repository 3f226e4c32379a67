import { societyDay } from '#rules/dates/society-day.ts'
import type { LocationFeature } from '#contract/location.ts'
import type { Employment, Organization, OrganizationLocation } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import { personAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import type { RecordItems } from './item-lists.ts'
import { sameElsewhere } from './same-elsewhere.ts'

/** Spec §2 "Organization overview". */
export interface OrganizationView {
  id: number
  name: string
  altnames: string[]
  years: string
  text: string
  same?: Link[] | undefined
  items: RecordItems
  locations: { zone: Link; years: string }[]
  people: { person: Link; years: string }[]
  /** The day on which what it shows of the record has changed last (ISO 8601, in UTC), if that is known. */
  changed?: string | undefined
}

/** Rows about one organization, in any order. Rows that refer to an unknown zone or person are left out. */
interface OrganizationRows {
  organization: Organization
  items: RecordItems
  premises: readonly OrganizationLocation[]
  employment: readonly Employment[]
  zone(pk: number): LocationFeature['properties'] | undefined
  person(id: number): Person | undefined
}

const startOf = (row: Employment | OrganizationLocation) => row.date_start ?? row.date_end

export function organizationView({ organization, ...rows }: OrganizationRows): OrganizationView {
  return {
    id: organization.id,
    name: organizationName(organization),
    altnames: organization.altname,
    years: yearSpan(organization.date_opened, organization.date_closed),
    text: organization.description,
    same: sameElsewhere(organization.same_as),
    items: rows.items,
    locations: byDate(rows.premises, startOf).flatMap((row) => {
      const zone = rows.zone(row.location)
      if (!zone) return []
      return [
        { zone: { href: zoneAddress(zone.pk), text: zoneName(zone) }, years: yearSpan(row.date_start, row.date_end) },
      ]
    }),
    people: byDate(rows.employment, startOf).flatMap((row) => {
      const person = rows.person(row.person)
      if (!person) return []
      const link = { href: personAddress(person.id), text: personName(person) }
      return [{ person: link, years: yearSpan(row.date_start, row.date_end) }]
    }),
    changed: societyDay(organization.updated_at),
  }
}
