import type { Change } from '../records/audit.ts'
import type { Issue, Key } from './bundle-row.ts'
import type { ListName } from './lists.ts'

/** The result of a check: all issues, rows to leave out, and the number of rows. */
export interface Check {
  issues: Issue[]
  /** What is imported, but looks wrong. */
  warnings: Issue[]
  /** A file can't be read to its end: nothing is imported, whatever the options. */
  unreadable: boolean
  /** Rows in conflict with the archive: nothing is wrong with them, but they are left out. */
  conflicts: Conflict[]
  /** Indexes of the rows to leave out, by list, and keys of the others. */
  rejected: Map<ListName, Set<number>>
  accepted: Map<ListName, Set<Key>>
  rows: Map<ListName, number>
}

/** A row that an import leaves alone, and both values of each field. */
export interface Conflict extends Omit<Issue, 'field'> {
  key: Key
  changes: Change[]
}
