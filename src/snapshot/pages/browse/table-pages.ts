import { pagesOf } from '#contract/limits.ts'
import { ADDRESS, organizationAddress, personAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import { asSentence } from '#rules/names/sentences.ts'
import {
  organizationTables,
  personTables,
  ROWS_A_PAGE,
  tablePageAddress,
  zoneTables,
  type RecordTable,
} from '#views/record-tables.ts'
import type { Archive } from '../../types.ts'
import { organizationPage } from '../organization-page.ts'
import type { PageView } from '../page-view.ts'
import { personPage } from '../person-page.ts'
import { zoneOverview } from '../zone-page.ts'
import type { PageEntry } from './page-paths.ts'

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

interface TabledRecord {
  kind: 'Person' | 'Organization' | 'Place'
  name: string
  record: string
  home: Link
  tables: RecordTable[]
}

/** Records whose tables may be longer than a page: few, and their views take time. */
function* recordsOf(archive: Archive, size: number): Generator<TabledRecord> {
  const { people, organizations, locations } = archive.lists
  const isLong = (...lists: (readonly unknown[])[]) => lists.some(({ length }) => length > size)
  for (const { id } of people) {
    if (!isLong(archive.ownershipOfPerson(id), archive.employmentOfPerson(id))) continue
    const view = personPage(archive, id)!
    const home = { href: ADDRESS.people, text: 'People' }
    yield {
      kind: 'Person',
      name: view.name,
      record: personAddress(id),
      home,
      tables: Object.values(personTables(view)),
    }
  }
  for (const { id } of organizations) {
    if (!isLong(archive.premisesOf(id), archive.employmentOfOrganization(id))) continue
    const view = organizationPage(archive, id)!
    const home = { href: ADDRESS.organizations, text: 'Organizations' }
    const tables = Object.values(organizationTables(view))
    yield { kind: 'Organization', name: view.name, record: organizationAddress(id), home, tables }
  }
  for (const { properties } of locations) {
    const { pk } = properties
    const lots = archive.lotsOf(pk).map(({ lotNum }) => lotNum)
    if (!isLong(archive.ownershipOfLots(lots), archive.organizationsAt(pk))) continue
    const view = zoneOverview(archive, pk)!
    const home = { href: ADDRESS.places, text: 'Places' }
    yield { kind: 'Place', name: view.name, record: zoneAddress(pk), home, tables: Object.values(zoneTables(view)) }
  }
}

/** `/org-overview/12/people/2/` and so on: the rows that a record's own page has no room for. */
export const tablePages = (archive: Archive, size = ROWS_A_PAGE): PageEntry<TableView>[] =>
  [...recordsOf(archive, size)].flatMap((about) =>
    about.tables.flatMap((table) => {
      const pages = pagesOf(table.rows.length, size)
      return Array.from({ length: pages - 1 }, (_, at) => tablePage(about, table, at + 2, size))
    }),
  )

function tablePage(
  { kind, name, record, home }: TabledRecord,
  table: RecordTable,
  page: number,
  size: number,
): PageEntry<TableView> {
  const address = tablePageAddress(record, table, page)
  const heading = `${name}: ${table.title}`
  const pages = pagesOf(table.rows.length, size)
  const view = (): TableView => ({
    address,
    title: `${shorten(heading, 150)}, page ${page}`,
    description: asSentence(`${table.title} of ${shorten(name, 120)}, page ${page}`),
    picture: null,
    trail: [home, { href: record, text: shorten(name, 80) }, { href: address, text: `${table.title}, page ${page}` }],
    heading,
    kicker: kind,
    record,
    table: { ...table, rows: table.rows.slice((page - 1) * size, page * size) },
    page,
    pages,
  })
  return [address, view]
}
