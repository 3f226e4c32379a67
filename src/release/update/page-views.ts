import {
  ADDRESS,
  itemAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
} from '#rules/addresses/page-addresses.ts'
import { collectionPages } from '#snapshot/pages/browse/collection-pages.ts'
import { sectionPages } from '#snapshot/pages/browse/section-pages.ts'
import { subjectPages } from '#snapshot/pages/browse/subject-pages.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import type { Archive } from '#snapshot/types.ts'

/** Pages that show something of the whole archive: they are few, and rendered at every update. */
export const OVERVIEWS: readonly string[] = [
  ADDRESS.map,
  '/map/',
  ADDRESS.collection,
  ADDRESS.decades,
  ADDRESS.subjects,
  ADDRESS.collections,
  ADDRESS.about,
]

/**
 * Every other page that shows something of the archive, with what it is made from: if that is the same, so is the page. Pages that show nothing of it
 * (login, live shells) only change with the code.
 */
export function* pageViews(archive: Archive): Generator<[address: string, view: () => unknown]> {
  const { items, people, organizations, locations } = archive.lists
  for (const { id } of items) yield [itemAddress(id), () => itemPage(archive, id)]
  for (const { id } of people) yield [personAddress(id), () => personPage(archive, id)]
  for (const { id } of organizations) yield [organizationAddress(id), () => organizationPage(archive, id)]
  for (const { properties } of locations) yield [zoneAddress(properties.pk), () => zonePage(archive, properties.pk)]
  for (const pages of [subjectPages(archive), collectionPages(archive), sectionPages(archive)]) yield* pages
}
