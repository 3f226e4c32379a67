import * as v from 'valibot'
import { id, requiredName, visibility } from './fields.ts'
import { itemType } from './item.ts'
import { RECORD_KINDS } from './kinds.ts'
import { FIELD } from './messages.ts'

/** Lists that a table can hold. */
export const MAPPED_LISTS = RECORD_KINDS.filter((kind) => kind !== 'stories')

/**
 * Where a column goes besides a field of its list: `key` tells the row apart, `parent` is the key of the row that this one is a part of, `file` names its
 * pictures, `alt` says what the first of them shows, `circa` whether the date is approximate, `full_name` is a person's name in one cell, `given_names` its first and middle names, `lot` the number of a lot in a place, `earlier_name` what a place was called, `latitude` and `longitude` a point in degrees, `notes` are the staff's, `append` is the end of the
 * description, each after the name of the column.
 */
export const TARGETS = [
  'key',
  'parent',
  'file',
  'alt',
  'circa',
  'full_name',
  'given_names',
  'earlier_name',
  'lot',
  'latitude',
  'longitude',
  'notes',
  'append',
  'leave',
] as const

/** Fields of exports of an archive like this, which no catalogue has. */
export const ARCHIVE_FIELDS: readonly string[] = [
  ...['visibility', 'state', 'hidden_until', 'credit', 'starred', 'creator_organization', 'local_contexts'],
  ...['published_at', 'created_at', 'updated_at', 'staff_notes'],
]

export const DATE_ORDERS = ['day first', 'month first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
const order = v.picklist(DATE_ORDERS, FIELD.oneOf(DATE_ORDERS))

const tableMapping = v.strictObject({
  /** The file, or `file / sheet`. */
  table: requiredName('Name the table.'),
  /** The list that its rows belong to; '' leaves it aside. */
  list: v.picklist(['', ...MAPPED_LISTS], FIELD.oneOf(MAPPED_LISTS)),
  /** By heading. */
  columns: v.record(v.string(), v.string()),
  /** Of items in rows that say none. */
  type: v.optional(itemType),
  /** Between several names in a cell. */
  separators: v.optional(v.string(), ';|'),
  /** Headings of columns whose names are separated by commas, too. */
  commas: v.optional(v.array(v.string()), []),
  /** By heading, of dates such as 3/4/1905. */
  dates: v.optional(v.record(v.string(), order), {}),
  visibility: v.optional(visibility),
})
export type TableMapping = v.InferOutput<typeof tableMapping>

/** A record's id, or what to do with the name. */
const decision = v.union([id, v.literal('new'), v.literal('leave')], 'Enter the number of a record, “new” or “leave”.')

/** How tables become records: what was guessed, and what people decided. Kept for each source. */
export const importMapping = v.strictObject({
  tables: v.array(tableMapping),
  /** By list and name as written. */
  names: v.optional(v.record(v.picklist(RECORD_KINDS), v.record(v.string(), decision)), {}),
  /** What happens to doubtful names without a decision. */
  doubtful: v.optional(v.picklist(['ask', 'new'], FIELD.oneOf(['ask', 'new'])), 'ask'),
  /** Of rows with one key: the first counts and the others are left out, or all are records. Asked if it is missing. */
  doubled: v.optional(v.picklist(['first', 'all'], FIELD.oneOf(['first', 'all']))),
  /** What pictures say of themselves where their row says nothing: for the notes of the staff (`list`), or for the fields. */
  embedded: v.optional(v.picklist(['list', 'use'], FIELD.oneOf(['list', 'use']))),
})
export type ImportMapping = v.InferOutput<typeof importMapping>
