import type { Link } from '#rules/addresses/page-addresses.ts'
import type { Resident } from '#contract/location.ts'
import type { OrganizationView } from './organization.ts'
import type { PersonView } from './person.ts'
import { residenceYears, roleName } from './place-story.ts'
import type { ZoneView } from './zone.ts'

/** A table of a record's tab (spec §2), with its id and title. A cell is a text or links. */
export interface RecordTable {
  id: 'ownership' | 'employment' | 'locations' | 'people' | 'organizations' | 'residents' | 'residences'
  title: string
  columns: readonly string[]
  rows: readonly (readonly (string | readonly Link[])[])[]
}

/** Rows of a table on one static page: of a longer one the others are on pages of their own (snapshot/pages/browse/further-pages.ts). */
export const ROWS_A_PAGE = 200

/** The page of a table's further rows. The first are on the page of the record. */
export const tablePageAddress = (record: string, { id }: Pick<RecordTable, 'id'>, page: number): string =>
  page === 1 ? `${record}#${id}` : `${record}${id}/${page}/`

interface OwnershipRow {
  lot: string
  year: string
  source: string
}
/** Spec §2 "Land Ownership": Lot, Person or Addresses, Date (year only), Source. */
export const ownershipTable = <Row extends OwnershipRow>(
  column: 'Person' | 'Addresses',
  rows: readonly Row[],
  linksOf: (row: Row) => readonly Link[],
): RecordTable => ({
  id: 'ownership',
  title: 'Land Ownership',
  columns: ['Lot', column, 'Date', 'Source'],
  rows: rows.map((row) => [row.lot, linksOf(row), row.year, row.source]),
})

/** Links with years: employers, premises, people of an organization. */
export const yearsTable = <Row extends { years: string }>(
  id: RecordTable['id'],
  title: string,
  column: string,
  rows: readonly Row[],
  linkOf: (row: Row) => Link,
): RecordTable => ({ id, title, columns: [column, 'Date'], rows: rows.map((row) => [[linkOf(row)], row.years]) })

type Tables<K extends RecordTable['id']> = Record<K, RecordTable>

/** Who lived where (our addition). */
const livedTable = (
  { id, title }: Pick<RecordTable, 'id' | 'title'>,
  column: string,
  rows: readonly { link: Link; row: Resident }[] = [],
): RecordTable => ({
  id,
  title,
  columns: [column, 'Lived there as', 'Years', 'As written', 'Source'],
  rows: rows.map(({ link, row }) => [[link], roleName(row), residenceYears(row), row.written, row.source]),
})

export const personTables = (person: PersonView): Tables<'ownership' | 'employment' | 'residences'> => ({
  ownership: ownershipTable('Addresses', person.ownership, (row) => row.addresses),
  employment: yearsTable('employment', 'Employment', 'Organization', person.employment, (row) => row.organization),
  residences: livedTable({ id: 'residences', title: 'Lived at' }, 'Place', person.residences),
})

export const organizationTables = ({ locations, people }: OrganizationView): Tables<'locations' | 'people'> => ({
  locations: yearsTable('locations', 'Locations', 'Location', locations, ({ zone }) => zone),
  people: yearsTable('people', 'People', 'Person', people, ({ person }) => person),
})

export const zoneTables = (zone: ZoneView): Tables<'ownership' | 'organizations' | 'residents'> => ({
  ownership: ownershipTable('Person', zone.ownership, ({ person }) => [person]),
  organizations: yearsTable(
    'organizations',
    'Organizations',
    'Organization',
    zone.organizations,
    (row) => row.organization,
  ),
  residents: livedTable({ id: 'residents', title: 'Residents' }, 'Person', zone.residents),
})
