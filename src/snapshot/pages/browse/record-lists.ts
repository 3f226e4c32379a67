import type { Item } from '#contract/item.ts'
import {
  ADDRESS,
  organizationAddress,
  personAddress,
  zoneAddress,
  listPageAddress,
  type Link,
} from '#rules/addresses/page-addresses.ts'
import { organizationName, personName, shorten, zoneName, formatNumber } from '#rules/names/record-names.ts'
import { asSentence } from '#rules/names/sentences.ts'
import { pagesOf } from '#contract/limits.ts'
import type { Archive } from '../../types.ts'
import { pageLinks, RECORD_LIST } from '../record-items.ts'
import { type ListView, type ListAbout, listView } from './listing.ts'
import type { PageEntry } from './page-paths.ts'

interface ListedRecord {
  kind: 'Person' | 'Organization' | 'Place'
  name: string
  address: string
  rows: readonly Item[]
  /** The index of its kind. */
  home: string
  person?: number
}

/** Those with more items than `size`: few, and names take time. */
function* recordsOf(archive: Archive, size: number): Generator<ListedRecord> {
  const { people, organizations, locations } = archive.lists
  for (const row of people) {
    const { id } = row
    const rows = archive.itemsOfPerson(id)
    if (rows.length <= size) continue
    yield { kind: 'Person', name: personName(row), address: personAddress(id), rows, home: ADDRESS.people, person: id }
  }
  for (const row of organizations) {
    const rows = archive.itemsOfOrganization(row.id)
    if (rows.length <= size) continue
    const [name, address] = [organizationName(row), organizationAddress(row.id)]
    yield { kind: 'Organization', name, address, rows, home: ADDRESS.organizations }
  }
  for (const { properties: row } of locations) {
    const rows = archive.itemsOfLocation(row.pk)
    if (rows.length <= size) continue
    yield { kind: 'Place', name: zoneName(row), address: zoneAddress(row.pk), rows, home: ADDRESS.places }
  }
}

const HOMES = { Person: 'People', Organization: 'Organizations', Place: 'Places' } as const

/** `/person-overview/12/2/` and so on: the items that a record's own page has no room for. */
export const recordLists = (archive: Archive, size = RECORD_LIST): PageEntry<ListView>[] =>
  [...recordsOf(archive, size)].flatMap(({ kind, name, address, rows, home, person }) => {
    const about = {
      address,
      heading: name,
      kicker: kind,
      description: asSentence(`Items of the archive: ${shorten(name, 120)}`),
      trail: [
        { href: home, text: HOMES[kind] },
        { href: address, text: shorten(name, 80) },
      ],
      person,
      // Its place would say what the heading says.
      places: kind !== 'Place',
      index: () => pageLinks(address, rows, size),
    }
    return numberedPages(archive, about, rows, size)
  })

/** The pages of a list after its first one, which is the page of a record. `index`: links to all pages, with the years of each. */
function numberedPages(
  archive: Archive,
  { index, ...about }: ListAbout & { index: () => readonly Link[] },
  items: readonly Item[],
  size: number,
): PageEntry<ListView>[] {
  const pages = pagesOf(items.length, size)
  return Array.from({ length: pages - 1 }, (_, at) => {
    const page = at + 2
    const address = listPageAddress(about.address, page)
    const [from, to] = [(page - 1) * size + 1, Math.min(page * size, items.length)]
    const view = () =>
      listView(archive, about, {
        address,
        name: `Page ${page}`,
        items: items.slice(from - 1, to),
        isFirst: false,
        label: `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(items.length)}`,
        position: `Page ${page} of ${pages}`,
        from,
        total: items.length,
        previous: listPageAddress(about.address, page - 1),
        next: page === pages ? '' : listPageAddress(about.address, page + 1),
        index: index().map((link, each) => ({ ...link, isCurrent: each + 1 === page })),
      })
    return [address, view]
  })
}
