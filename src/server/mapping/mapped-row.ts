import type { TableMapping } from '#contract/import-mapping.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Key, Row } from '../bundle/bundle-row.ts'
import type { ListName } from '../bundle/lists.ts'
import type { SourceTable } from '../tables/source-table.ts'
import type { Outcome } from './losses.ts'

/** What a name in a cell became. */
export type Resolved = { key: Key; isNew: boolean } | 'leave'
export type Resolve = (kind: RecordKind, written: string) => Resolved
export type ListMapping = TableMapping & { list: ListName }

/** A table and what it is. */
export interface Mapped {
  source: SourceTable
  name: string
  list: ListName
  mapping: ListMapping
}

export interface MappedRow {
  /** Cells of the list. */
  fields: Row
  key: string
  parent: string
  /** Names of pictures, as written. */
  files: string[]
  alt: string
  /** What says that the date is approximate. */
  circa: string
  /** Numbers of lots in a place. */
  lots: string[]
  /** In degrees, as written. */
  latitude: string
  longitude: string
  /** For the end of the description. */
  appended: string[]
  /** The first word for its type, and whether the word of its type is a general one. */
  objectName: string
  typeIsGeneral: boolean
  outcomes: [heading: string, cell: string, outcome: Outcome, why: string][]
}
