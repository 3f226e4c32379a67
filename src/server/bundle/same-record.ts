import type { Db } from '../database/tables.ts'
import { flatZone } from '../records/fields.ts'
import { readRecord } from '../records/from-columns.ts'
import type { Change } from '../records/audit.ts'
import type { Key, Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

/** The record in the form of a row of its list. */
export const toFlatRow = (list: ListName, record: Row): Row => (list === 'locations' ? flatZone(record) : record)

/** What a row and a record are called, where that differs; all of it, if the row's columns have no name. @param row with ids of the archive. */
export async function differingNames(db: Db, list: ListName, record: Key, row: Row, cells: Row): Promise<Change[]> {
  const before = toFlatRow(list, (await readRecord(db, list, record))!)
  const names = LISTS[list].identity ?? []
  const given = names.filter((field) => field in cells)
  return names
    .filter((field) => given.length === 0 || (field in cells && (before[field] ?? '') !== (row[field] ?? '')))
    .map((field) => ({ field, before: before[field], after: row[field] }))
}
