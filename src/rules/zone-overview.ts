import type { Heritage } from '../contract/heritage.ts'
import type { LocationFeature } from '../contract/location.ts'
import type { Ownership } from '../contract/lot.ts'
import type { Organization, OrganizationLocation } from '../contract/organization.ts'
import type { Person } from '../contract/person.ts'
import { organizationAddress, personAddress } from './addresses.ts'
import { byDate } from './item-lists.ts'
import { ownershipYear, yearSpan, type ShownDate } from './life-spans.ts'
import { organizationName, personName, zoneName } from './names.ts'
import type { Picture } from './pictures.ts'

/** An item of a zone as a list shows it. */
export interface ZoneItem {
  id: number
  href: string
  title: string
  type: string
  date: ShownDate | null
  /** Eight-digit dates (spec §3), by which a time range finds it. */
  dateStart: number | null
  dateEnd: number | null
  picture: Picture | null
}

interface Link {
  href: string
  text: string
}

/** A small map with the zone highlighted, as SVG paths in a view box. */
export interface ZoneMap {
  width: number
  height: number
  around: string
  here: string
  scale: { metres: number; length: number }
  neighbours: Link[]
}

/**
 * Spec §2 "Zone overview", the same whether it was read from a snapshot or through the API: what the page, the popup and the live shell show.
 * Texts are as recorded; an empty list or text is shown as the spec's sentence for it.
 */
export interface ZoneOverview {
  pk: number
  name: string
  /** Empty where it is the name. */
  streetAddress: string
  altnames: string[]
  lots: string[]
  descriptions: string[]
  map: ZoneMap | null
  /**
   * Items in the order of the API (item-lists.ts inListOrder): all of them in a snapshot, those of one page through the API. `itemCount` is how many
   * there are in all.
   */
  items: ZoneItem[]
  itemCount: number
  heritage: { style: string; description: string; registry: string }[]
  plaques: { name: string; text: string }[]
  /** `date`, `start` and `end` are eight-digit dates (spec §3); `year` and `years` say them in words. */
  ownership: { lot: string; person: Link; date: number | null; year: string; source: string }[]
  organizations: { organization: Link; start: number | null; end: number | null; years: string }[]
}

/** Rows of the archive about one zone, as a snapshot holds them and as the API answers them. */
export interface ZoneParts {
  properties: LocationFeature['properties']
  map: ZoneMap | null
  lots: readonly { lotNum: string }[]
  descriptions: readonly { description: string }[]
  items: ZoneItem[]
  itemCount: number
  heritage: readonly Omit<Heritage, 'location'>[]
  plaques: readonly { name: string; text: string }[]
  ownership: readonly Ownership[]
  premises: readonly OrganizationLocation[]
  /** Whoever is not known here is left out with the row that names them. */
  person(id: number): Person | undefined
  organization(id: number): Pick<Organization, 'id' | 'name'> | undefined
}

const lotNumbers = new Intl.Collator('en', { numeric: true })

export function zoneOverview(parts: ZoneParts): ZoneOverview {
  const { properties } = parts
  const name = zoneName(properties)
  return {
    pk: properties.pk,
    name,
    streetAddress: properties.address.toLowerCase() === name.toLowerCase() ? '' : properties.address,
    altnames: properties.altnames,
    lots: parts.lots.map((lot) => lot.lotNum).sort(lotNumbers.compare),
    descriptions: parts.descriptions.map((row) => row.description).filter(Boolean),
    map: parts.map,
    items: parts.items,
    itemCount: parts.itemCount,
    heritage: parts.heritage.map((row) => ({
      style: row.architectural_style,
      description: row.architectural_description,
      registry: row.heritage_registry_entry,
    })),
    plaques: parts.plaques.map((row) => ({ name: row.name, text: row.text })),
    ownership: byDate(parts.ownership, (row) => row.date).flatMap((row) => {
      const person = parts.person(row.person)
      if (!person) return []
      const link = { href: personAddress(person.id), text: personName(person) }
      return [{ lot: row.lot, person: link, date: row.date, year: ownershipYear(row), source: row.source }]
    }),
    organizations: byDate(parts.premises, (row) => row.date_start ?? row.date_end).flatMap((row) => {
      const organization = parts.organization(row.organization)
      if (!organization) return []
      const link = { href: organizationAddress(organization.id), text: organizationName(organization) }
      const { date_start: start, date_end: end } = row
      return [{ organization: link, start, end, years: yearSpan(start, end) }]
    }),
  }
}

/** Where a release keeps what the map page reads of the last build. */
export const MAP_DATA = {
  zones: '/data/zones.json',
  organizations: '/data/organizations.json',
  zone: (pk: number) => `/data/zones/${pk}.json`,
  /** Pictures of the map as it opens; the name changes with the picture. */
  firstView: (name: string, hash: string) => `/data/first-view/${name}.${hash}.webp`,
} as const

/** `/data/organizations.json`: every organization with the zones that it was at. */
export type OrganizationsFile = readonly (readonly [
  id: number,
  name: string,
  altnames: readonly string[],
  zones: readonly number[],
])[]
