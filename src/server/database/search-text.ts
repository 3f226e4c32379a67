import { searchText } from '#rules/search/search-text.ts'

/** The `search` column of each table. */
export const locationSearchText = (row: { name: string; address: string; altnames: readonly string[] }) =>
  searchText(row.name, ...row.altnames, row.address)
export const personSearchText = (row: { first_name: string; middle_name: string; surname: string }) =>
  searchText(row.first_name, row.middle_name, row.surname)
export const organizationSearchText = (row: { name: string; altname: readonly string[] }) =>
  searchText(row.name, ...row.altname)
export const subjectSearchText = (row: { subject_name: string }) => searchText(row.subject_name)
