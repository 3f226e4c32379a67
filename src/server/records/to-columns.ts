import type { RecordFields, RecordKind } from '#contract/record.ts'
import { itemSpan, type ItemDates } from '#rules/dates/partial-dates.ts'
import { indexText } from '#rules/search/search-text.ts'
import type { Tables } from '../database/tables.ts'
import { LINK_TABLES, fieldOf, type DbRecord, type DbValue } from './tables.ts'
import { PLAIN_MARK, pictureVersion, type MarkStyle, type Watermark } from '../storage/picture-keys.ts'

/** The rows of a link table for one record, in order. */
export interface LinkTable {
  field: string
  table: keyof Tables
  from: string
  to: string
  ids: number[]
}
export interface ToWrite {
  record: DbRecord
  links: LinkTable[]
}

const dates = (...columns: string[]) => columns.flatMap((column) => [column, `${column}_text`])
/** Review columns; null if the row does not have them. */
const REVIEW = ['visibility', 'state']

/** The columns that hold a field as it is. */
const PLAIN: Record<RecordKind, readonly string[]> = {
  locations: ['name', 'address'],
  lots: ['lot_num', 'location_id'],
  people: [
    ...['id', 'first_name', 'middle_name', 'surname', 'sex', 'biography', 'family_tree', ...REVIEW],
    ...dates('date_of_birth', 'date_of_death'),
  ],
  ownership: ['id', 'source', ...dates('date'), 'lot_num', 'person_id'],
  relationships: ['id', 'relationship_type', 'description', ...REVIEW, 'person1_id', 'person2_id'],
  graves: ['id', 'entry', ...REVIEW, 'person_id'],
  person_images: ['id', ...REVIEW, 'person_id'],
  organizations: ['id', 'name', 'description', ...REVIEW, ...dates('date_opened', 'date_closed')],
  organization_locations: ['id', ...dates('date_start', 'date_end'), 'organization_id', 'location_id'],
  employment: ['id', ...dates('date_start', 'date_end'), 'person_id', 'organization_id'],
  heritage: ['id', 'architectural_style', 'architectural_description', 'heritage_registry_entry', 'location_id'],
  location_descriptions: ['id', 'description', 'location_id'],
  plaques: ['id', 'name', 'text', 'location_id'],
  subjects: ['id', 'subject_name', 'subject_description', 'subject_parent', ...REVIEW],
  collections: ['id', 'collection_name', 'collection_description', 'hierarchy', 'parent_collection', ...REVIEW],
  items: [
    ...['id', 'type', 'title', 'general_description', ...REVIEW, 'published_at', 'created_at', 'updated_at'],
    ...[...dates('date_start', 'date_end'), 'location_id', 'collection_id', 'creator_id'],
  ],
  scans: ['id', 'item_id', 'scan_order'],
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown) => value as readonly string[]
const value = (field: unknown) => (field ?? null) as DbValue

/** The other columns (database/tables.ts). */
const DERIVED: Partial<Record<RecordKind, (row: RecordFields, sha256: string) => DbRecord>> = {
  locations: (row) => ({
    id: value(row['pk']),
    altnames: JSON.stringify(row['altnames']),
    geometry: row['geometry'] ? JSON.stringify(row['geometry']) : null,
    search: indexText(text(row['name']), ...list(row['altnames']), text(row['address'])),
  }),
  people: (row) => ({ search: indexText(text(row['first_name']), text(row['middle_name']), text(row['surname'])) }),
  person_images: (_, sha256) => ({ sha256, version: pictureVersion(sha256, undefined) }),
  organizations: (row) => ({
    altname: JSON.stringify(row['altname']),
    search: indexText(text(row['name']), ...list(row['altname'])),
  }),
  subjects: (row) => ({ search: indexText(text(row['subject_name'])) }),
  items: (row) => {
    const span = itemSpan(row as unknown as ItemDates)
    return {
      span_start: span?.start ?? null,
      span_end: span?.end ?? null,
      archival_identifier: text(row['archival_identifier']) || null,
      copyright_info: text(row['copyright_info']),
      external_record_url: text(row['externalRecordURL']) || null,
      credit: Number(row['credit'] === true),
    }
  },
  scans: (row, sha256) => {
    const [watermark, color, position] = [text(row['watermark']), text(row['color']), text(row['position'])]
    const { size, opacity } = { ...PLAIN_MARK, ...(row['mark'] as MarkStyle | undefined) }
    const version = pictureVersion(sha256, { text: watermark, color, position, size, opacity } as Watermark)
    return { sha256, watermark, color, position, mark_size: size, mark_opacity: opacity, version }
  },
}

/** Converts a validated row; `sha256` is that of its picture. */
export function toRecord(kind: RecordKind, row: RecordFields, sha256 = ''): ToWrite {
  const links = (LINK_TABLES[kind] ?? []).map((link) => ({
    ...link,
    ids: (row[link.field] as number[] | undefined) ?? [],
  }))
  const plain = PLAIN[kind].map((column) => [column, value(row[fieldOf(kind, column)])])
  return { record: { ...Object.fromEntries(plain), ...DERIVED[kind]?.(row, sha256) }, links }
}
