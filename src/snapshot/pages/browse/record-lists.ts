import type { Item } from '#contract/item.ts'
import { ADDRESS, organizationAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { organizationName, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { asSentence } from '#rules/names/sentences.ts'
import { inListOrder } from '#views/item-lists.ts'
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

function* recordsOf(archive: Archive): Generator<ListedRecord> {
  const { people, organizations, locations } = archive.lists
  for (const row of people) {
    const { id } = row
    const [name, rows] = [personName(row), archive.itemsOfPerson(id)]
    yield { kind: 'Person', name, address: personAddress(id), rows, home: ADDRESS.people, person: id }
  }
  for (const row of organizations) {
    const [name, rows] = [organizationName(row), archive.itemsOfOrganization(row.id)]
    yield { kind: 'Organization', name, address: organizationAddress(row.id), rows, home: ADDRESS.organizations }
  }
  for (const { properties: row } of locations) {
    const [name, rows] = [zoneName(row), archive.itemsOfLocation(row.pk)]
    yield { kind: 'Place', name, address: zoneAddress(row.pk), rows, home: ADDRESS.places }
  }
}

const HOMES = { Person: 'People', Organization: 'Organizations', Place: 'Places' } as const

/** `/person-overview/12/2/` and so on: the items that a record's own page has no room for. */
export const recordLists = (archive: Archive, size = RECORD_LIST): PageEntry<ListView>[] =>
  [...recordsOf(archive)]
    .filter(({ rows }) => rows.length > size)
    .flatMap(({ kind, name, address, rows, home, person }) => {
      const ordered = inListOrder(rows)
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
        index: () => pageLinks(address, ordered, size),
      }
      return numberedPages(archive, about, ordered, size)
    })
