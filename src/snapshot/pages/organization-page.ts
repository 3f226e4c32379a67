import * as at from '#rules/addresses/page-addresses.ts'
import { countOfItems, describeRecord } from '#rules/names/record-names.ts'
import { edtfDate } from '#rules/dates/partial-dates.ts'
import { organizationView, type OrganizationView } from '#views/organization.ts'
import type { Archive } from '../archive.ts'
import { firstPicture, recordPage, type PageView } from './page-view.ts'
import { recordItems } from './record-items.ts'

export interface OrganizationPage extends PageView, OrganizationView {
  /** EDTF, empty where unknown. */
  opened: string
  closed: string
}

export function organizationPage(archive: Archive, id: number): OrganizationPage | undefined {
  const organization = archive.organization(id)
  if (!organization) return undefined
  const view = organizationView({
    organization,
    items: recordItems(
      { rows: archive.itemsOfOrganization(id), address: at.organizationAddress(id), query: `organizations=${id}` },
      archive.meta.pictures,
    ),
    premises: archive.premisesOf(id),
    employment: archive.employmentOfOrganization(id),
    zone: (pk) => archive.location(pk)?.properties,
    person: archive.person,
  })
  const { name, years, items } = view
  const description =
    describeRecord(name, organization.description) ||
    `${name}${years ? ` (${years})` : ''}: premises, people and ${countOfItems(items.count)} in the archive.`
  return {
    ...view,
    ...recordPage(
      { href: at.ADDRESS.organizations, text: 'Organizations' },
      at.organizationAddress(id),
      description,
      name,
    ),
    picture: firstPicture(archive, archive.itemsOfOrganization(id), name),
    opened: organization.date_opened === null ? '' : edtfDate(organization.date_opened),
    closed: organization.date_closed === null ? '' : edtfDate(organization.date_closed),
  }
}
