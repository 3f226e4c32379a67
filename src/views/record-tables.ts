import type { Link } from '#rules/addresses/page-addresses.ts'
import type { OrganizationView } from './organization.ts'
import type { PersonView } from './person.ts'
import type { ZoneView } from './zone.ts'

/** A table of a record's tab (spec §2), with its id and title. A cell is a text or links. */
export interface RecordTable {
  id: 'ownership' | 'employment' | 'locations' | 'people' | 'organizations'
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
  links: readonly Link[]
  year: string
  source: string
}
/** Spec §2 "Land Ownership": Lot, Person or Addresses, Date (year only), Source. */
export const ownershipTable = (column: 'Person' | 'Addresses', rows: readonly OwnershipRow[]): RecordTable => ({
  id: 'ownership',
  title: 'Land Ownership',
  columns: ['Lot', column, 'Date', 'Source'],
  rows: rows.map(({ lot, links, year, source }) => [lot, links, year, source]),
})

type YearsRow = readonly [link: Link, years: string]
/** Links with years: employers, premises, people of an organization. */
export const yearsTable = (
  id: RecordTable['id'],
  title: string,
  column: string,
  rows: readonly YearsRow[],
): RecordTable => ({ id, title, columns: [column, 'Date'], rows: rows.map(([link, years]) => [[link], years]) })

type Tables<K extends RecordTable['id']> = Record<K, RecordTable>

export const personTables = ({ ownership, employment }: PersonView): Tables<'ownership' | 'employment'> => ({
  ownership: ownershipTable(
    'Addresses',
    ownership.map(({ addresses, ...row }) => ({ ...row, links: addresses })),
  ),
  employment: yearsTable(
    'employment',
    'Employment',
    'Organization',
    employment.map(({ organization, years }) => [organization, years]),
  ),
})

export const organizationTables = ({ locations, people }: OrganizationView): Tables<'locations' | 'people'> => ({
  locations: yearsTable(
    'locations',
    'Locations',
    'Location',
    locations.map(({ zone, years }) => [zone, years]),
  ),
  people: yearsTable(
    'people',
    'People',
    'Person',
    people.map(({ person, years }) => [person, years]),
  ),
})

export const zoneTables = ({ ownership, organizations }: ZoneView): Tables<'ownership' | 'organizations'> => ({
  ownership: ownershipTable(
    'Person',
    ownership.map(({ person, ...row }) => ({ ...row, links: [person] })),
  ),
  organizations: yearsTable(
    'organizations',
    'Organizations',
    'Organization',
    organizations.map(({ organization, years }) => [organization, years]),
  ),
})
