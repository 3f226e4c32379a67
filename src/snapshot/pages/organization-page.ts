import * as at from '#rules/addresses.ts'
import { edtfDate } from '#rules/partial-dates.ts'
import { arrangedItems } from '#rules/item-lists.ts'
import { yearSpan } from '#rules/life-spans.ts'
import { organizationName, personName, shorten, zoneName } from '#rules/names.ts'
import type { OrganizationParts } from '#rules/overview-parts.ts'
import { countOfItems, described } from '#rules/sentences.ts'
import type { Archive } from '../types.ts'
import { itemsOfRecord } from './cards.ts'
import type { PageView } from './views.ts'

export interface OrganizationPage extends PageView, OrganizationParts {
  name: string
  altnames: string[]
  years: string
  /** EDTF, empty where unknown. */
  opened: string
  closed: string
  text: string
  /** What stands before `/api/…`. */
  api: string
}

/** Spec §2 "Organization overview". Undefined for an id that is not in the archive. */
export function organizationPage(archive: Archive, id: number): OrganizationPage | undefined {
  const organization = archive.organization(id)
  if (!organization) return undefined
  const name = organizationName(organization)
  const years = yearSpan(organization.date_opened, organization.date_closed)
  const address = at.organizationAddress(id)
  const parts = partsOfOrganization(archive, id)
  const first = arrangedItems(parts.items.items).gallery[0]?.picture
  return {
    address,
    title: shorten(name, 110),
    description: shorten(
      described(name, organization.description) ||
        `${name}${years ? ` (${years})` : ''}: premises, people and ${countOfItems(parts.items.count)} in the archive.`,
      200,
    ),
    picture: first ? { src: first.full, width: null, height: null, alt: name } : null,
    trail: [
      { href: at.ADDRESS.organizations, text: 'Organizations' },
      { href: address, text: shorten(name, 80) },
    ],
    name,
    altnames: organization.altname,
    years,
    opened: organization.date_opened === null ? '' : edtfDate(organization.date_opened),
    closed: organization.date_closed === null ? '' : edtfDate(organization.date_closed),
    text: organization.description,
    ...parts,
    api: archive.meta.apiBase,
  }
}

function partsOfOrganization(archive: Archive, id: number): OrganizationParts {
  return {
    items: itemsOfRecord(archive, archive.itemsOfOrganization(id), `organizations=${id}`),
    locations: archive.premisesOf(id).map((row) => ({
      zone: { href: at.zoneAddress(row.location), text: zoneName(archive.location(row.location)!.properties) },
      years: yearSpan(row.date_start, row.date_end),
    })),
    people: archive.employmentOfOrganization(id).map((row) => ({
      person: { href: at.personAddress(row.person), text: personName(archive.person(row.person)!) },
      years: yearSpan(row.date_start, row.date_end),
    })),
  }
}
