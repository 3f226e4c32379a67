import { RECORD_KINDS, type RecordKind } from '#contract/record.ts'
import { formOf } from '#rules/forms/record-form.ts'
import type { Kysely } from 'kysely'
import type { Db, Tables } from '../database/tables.ts'

/** The table of each kind and its key column. */
export const RECORD_TABLES = {
  locations: ['location', 'id'],
  lots: ['lot', 'lot_num'],
  people: ['person', 'id'],
  ownership: ['ownership', 'id'],
  relationships: ['relationship', 'id'],
  graves: ['grave', 'id'],
  person_images: ['person_image', 'id'],
  organizations: ['organization', 'id'],
  organization_locations: ['organization_location', 'id'],
  employment: ['employment', 'id'],
  residents: ['resident', 'id'],
  heritage: ['heritage', 'id'],
  location_descriptions: ['location_description', 'id'],
  place_names: ['place_name', 'id'],
  plaques: ['plaque', 'id'],
  subjects: ['subject', 'id'],
  collections: ['collection', 'id'],
  items: ['item', 'id'],
  files: ['item_file', 'id'],
  scans: ['scan', 'id'],
  stories: ['story', 'id'],
} as const satisfies Record<RecordKind, readonly [keyof Tables, string]>

/** Fields that contain ids (one or a list), and the kind that they refer to. */
export const RECORD_LINKS = Object.fromEntries(
  RECORD_KINDS.map((kind) => [
    kind,
    Object.fromEntries(formOf(kind).flatMap(({ field, of }) => (of ? [[field, of]] : []))),
  ]),
) as Record<RecordKind, Record<string, RecordKind>>
RECORD_LINKS.files['item'] = 'items'
Object.assign(RECORD_LINKS.scans, { item: 'items', document: 'files' })

/** Fields that are stored in a table of their own. */
export const LINK_TABLES: Partial<
  Record<RecordKind, { field: string; table: keyof Tables; from: string; to: string }[]>
> = {
  locations: [{ field: 'predecessors', table: 'location_predecessor', from: 'location_id', to: 'predecessor_id' }],
  people: [{ field: 'spouses', table: 'person_spouse', from: 'person_id', to: 'spouse_id' }],
  items: [
    { field: 'people', table: 'item_person', from: 'item_id', to: 'person_id' },
    { field: 'contributors', table: 'item_contributor', from: 'item_id', to: 'person_id' },
    { field: 'subject', table: 'item_subject', from: 'item_id', to: 'subject_id' },
    { field: 'organizations', table: 'item_organization', from: 'item_id', to: 'organization_id' },
  ],
}

/** Columns that the contract names differently, besides those of ids (`person_id` is `person`). */
const RENAMED: Partial<Record<RecordKind, Record<string, string>>> = {
  lots: { lot_num: 'lotNum' },
  ownership: { lot_num: 'lot' },
  items: { external_record_url: 'externalRecordURL' },
  files: { file_order: 'order' },
  scans: { scan_order: 'order' },
}
/** The contract's name of a column. */
export const fieldOf = (kind: RecordKind, column: string): string =>
  RENAMED[kind]?.[column] ?? column.replace(/_id$/, '')

export const columnOf = (kind: RecordKind, field: string): string =>
  Object.entries(RENAMED[kind] ?? {}).find(([, name]) => name === field)?.[0] ??
  (RECORD_LINKS[kind][field] ? linkPlace(kind, field).to : field)

/** Columns of single ids that are not called after their field and `_id`. */
const LINK_COLUMNS: Record<string, string> = {
  lot: 'lot_num',
  subject_parent: 'subject_parent',
  parent_collection: 'parent_collection',
}
/** Where the ids of a field are: in the column `to`, of the rows whose column `from` is the record's key. */
export function linkPlace(kind: RecordKind, field: string): { table: keyof Tables; from: string; to: string } {
  const [table, from] = RECORD_TABLES[kind]
  const many = LINK_TABLES[kind]?.find((each) => each.field === field)
  return many ?? { table, from, to: LINK_COLUMNS[field] ?? `${field}_id` }
}

/** Where records of a kind refer to those of another, lists first. */
export function linkPlaces(kind: RecordKind, target: RecordKind) {
  const fields = Object.keys(RECORD_LINKS[kind]).filter((field) => RECORD_LINKS[kind][field] === target)
  const isOne = ({ table }: { table: string }) => Number(table === RECORD_TABLES[kind][0])
  return fields.map((field) => linkPlace(kind, field)).sort((a, b) => isOne(a) - isOne(b))
}

/** Columns that follow from others. */
export const DERIVED: ReadonlySet<string> = new Set([
  ...['search', 'search_text', 'span_start', 'span_end', 'span_order', 'sort_date', 'sort_title', 'version'],
  'privacy',
])
/** Columns that hold 0 or 1 for a field that is false or true. */
export const FLAGS: readonly string[] = ['credit', 'starred']
/** Further columns that are no fields: which picture it is, and how wide and opaque its watermark. */
export const PICTURE_COLUMNS: readonly string[] = ['sha256', 'mark_size', 'mark_opacity']

/** A table name without its type, for code that treats all kinds alike. */
export const anyTable = (name: keyof Tables) => name as 'subject'

export type DbValue = string | number | null
export type DbRecord = Record<string, DbValue>
/** Kysely without types of tables and columns, for code that takes their names from a kind. */
export const untyped = (db: Db) => db as unknown as Kysely<Record<string, DbRecord>>
