import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import {
  ADDRESS,
  listPageAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
} from '#rules/addresses/page-addresses.ts'
import { asSentence, formatNumber, organizationName, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import {
  organizationTables,
  personTables,
  ROWS_A_PAGE,
  tablePageAddress,
  zoneTables,
  type RecordTable,
} from '#views/record-tables.ts'
import type { Archive } from '../../archive.ts'
import { organizationPage } from '../organization-page.ts'
import type { PageEntry, PageView } from '../page-view.ts'
import { personPage } from '../person-page.ts'
import { pageLinks, RECORD_LIST } from '../record-items.ts'
import { zoneOverview } from '../zone-page.ts'
import { listView, type ListView } from './listing.ts'

/** A record whose own page may have no room for all of its items and rows. Names and tables take time: they are for the few that go on. */
interface ListedRecord {
  kind: 'Person' | 'Organization' | 'Place'
  address: string
  person?: number
  items: readonly Item[]
  name(): string
  tables(): RecordTable[]
}

/** The index of each kind. */
const HOMES = {
  Person: { href: ADDRESS.people, text: 'People' },
  Organization: { href: ADDRESS.organizations, text: 'Organizations' },
  Place: { href: ADDRESS.places, text: 'Places' },
} as const

/** `rows`: those of its tables, whose pages are made only if one is too long. */
const listed = (
  record: Omit<ListedRecord, 'tables'>,
  rows: readonly (readonly unknown[])[],
  tables: () => Record<string, RecordTable>,
): ListedRecord => ({
  ...record,
  tables: () => (rows.some(({ length }) => length > ROWS_A_PAGE) ? Object.values(tables()) : []),
})

function* recordsOf(archive: Archive): Generator<ListedRecord> {
  for (const row of archive.lists.people) {
    const { id } = row
    const items = archive.itemsOfPerson(id)
    yield listed(
      { kind: 'Person', address: personAddress(id), person: id, items, name: () => personName(row) },
      [archive.ownershipOfPerson(id), archive.employmentOfPerson(id), archive.residencesOf(id)],
      () => personTables(personPage(archive, id)!),
    )
  }
  for (const row of archive.lists.organizations) {
    const { id } = row
    const items = archive.itemsOfOrganization(id)
    yield listed(
      { kind: 'Organization', address: organizationAddress(id), items, name: () => organizationName(row) },
      [archive.premisesOf(id), archive.employmentOfOrganization(id)],
      () => organizationTables(organizationPage(archive, id)!),
    )
  }
  for (const { properties } of archive.lists.locations) {
    const { pk } = properties
    const lots = archive.lotsOf(pk).map(({ lotNum }) => lotNum)
    const items = archive.itemsOfLocation(pk)
    yield listed(
      { kind: 'Place', address: zoneAddress(pk), items, name: () => zoneName(properties) },
      [archive.ownershipOfLots(lots), archive.organizationsAt(pk), archive.residentsOf(pk)],
      () => zoneTables(zoneOverview(archive, pk)!),
    )
  }
}

/** A page for each part of a list after the first, which is on the page of the record. */
const furtherPages = <View>(length: number, size: number, page: (page: number, of: number) => PageEntry<View>) => {
  const pages = pagesOf(length, size)
  return Array.from({ length: Math.max(0, pages - 1) }, (_, at) => page(at + 2, pages))
}

/** `/person-overview/12/2/` and so on: items. */
export const recordLists = (archive: Archive): PageEntry<ListView>[] =>
  [...recordsOf(archive)].flatMap(({ kind, address, person, items, name: nameOf }) => {
    if (items.length <= RECORD_LIST) return []
    const name = nameOf()
    const about = {
      address,
      heading: name,
      kicker: kind,
      description: asSentence(`Items of the archive: ${shorten(name, 120)}`),
      trail: [HOMES[kind], { href: address, text: shorten(name, 80) }],
      person,
      // Its place would say what the heading says.
      places: kind !== 'Place',
    }
    return furtherPages(items.length, RECORD_LIST, (page, pages) => {
      const own = listPageAddress(address, page)
      const [from, to] = [(page - 1) * RECORD_LIST + 1, Math.min(page * RECORD_LIST, items.length)]
      const view = () =>
        listView(archive, about, {
          address: own,
          name: `Page ${page}`,
          items: items.slice(from - 1, to),
          isFirst: false,
          label: `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(items.length)}`,
          position: `Page ${page} of ${pages}`,
          from,
          total: items.length,
          previous: listPageAddress(address, page - 1),
          next: page === pages ? '' : listPageAddress(address, page + 1),
          index: pageLinks(address, items, RECORD_LIST).map((link, at) => ({ ...link, isCurrent: at + 1 === page })),
        })
      return [own, view]
    })
  })

/** A page with further rows of a record's table. */
export interface TableView extends PageView {
  heading: string
  /** Shown above the heading. */
  kicker: string
  /** Address of the record. */
  record: string
  table: RecordTable
  /** Counts from 2: the record's own page has the first rows. */
  page: number
  pages: number
}

/** `/org-overview/12/people/2/` and so on: rows of tables. */
export const tablePages = (archive: Archive): PageEntry<TableView>[] =>
  [...recordsOf(archive)].flatMap(({ kind, address: record, name, tables }) =>
    tables().flatMap((table) =>
      furtherPages(table.rows.length, ROWS_A_PAGE, (page, pages) => {
        const address = tablePageAddress(record, table, page)
        const heading = `${name()}: ${table.title}`
        const view = (): TableView => ({
          address,
          title: `${shorten(heading, 150)}, page ${page}`,
          description: asSentence(`${table.title} of ${shorten(name(), 120)}, page ${page}`),
          picture: null,
          trail: [
            HOMES[kind],
            { href: record, text: shorten(name(), 80) },
            { href: address, text: `${table.title}, page ${page}` },
          ],
          heading,
          kicker: kind,
          record,
          table: { ...table, rows: table.rows.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE) },
          page,
          pages,
        })
        return [address, view]
      }),
    ),
  )
