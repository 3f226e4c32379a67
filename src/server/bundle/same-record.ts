import { flatZone } from '../records/fields.ts'
import { readRecord } from '../records/from-columns.ts'
import type { Change } from '../records/audit.ts'
import type { Db } from '../database/tables.ts'
import type { Key, Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

/** What people call a record. Lists that are not here are told apart by what identifies their rows. */
const NAMES: Partial<Record<ListName, readonly string[]>> = {
  locations: ['name', 'address'],
  people: ['first_name', 'middle_name', 'surname'],
  organizations: ['name'],
  subjects: ['subject_name'],
  collections: ['collection_name'],
  items: ['type', 'title'],
}

/** The record in the form of a row of its list. */
export const toFlatRow = (list: ListName, record: Row): Row => (list === 'locations' ? flatZone(record) : record)

/** The names in which a row differs from a record; all that it has none of, if it gives no name. @param row with ids of the archive. */
export async function differingNames(
  db: Db,
  list: ListName,
  record: Key,
  row: Row,
  given: ReadonlySet<string>,
): Promise<Change[]> {
  const before = toFlatRow(list, (await readRecord(db, list, record))!)
  const all = NAMES[list] ?? LISTS[list].identity ?? []
  const named = all.filter((field) => given.has(field))
  const fields = named.length > 0 ? named : all
  return fields
    .filter((field) => named.length === 0 || (before[field] ?? '') !== (row[field] ?? ''))
    .map((field) => ({ field, before: before[field] ?? '', after: row[field] ?? '' }))
}
