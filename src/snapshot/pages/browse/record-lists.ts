import type { Item } from '#contract/item.ts'
import { ADDRESS, organizationAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { organizationName, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { asSentence } from '#rules/names/sentences.ts'
import { pageLinks, RECORD_LIST } from '../record-items.ts'
import type { ListView } from './listing.ts'
import { numberedPages } from './numbered-pages.ts'
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
