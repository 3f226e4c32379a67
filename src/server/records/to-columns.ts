import type { RecordFields, RecordKind } from '#contract/record.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import {
  locationSearchText,
  organizationSearchText,
  personSearchText,
  subjectSearchText,
} from '../database/search-text.ts'
import type { Tables } from '../database/tables.ts'
import type { DbRecord, DbValue } from './tables.ts'
import { pictureVersion, type Watermark } from '../storage/picture-keys.ts'

/** The rows of a link table for one record, in order. */
export interface LinkTable {
  table: keyof Tables
  from: string
  to: string
  ids: number[]
}
export interface ToWrite {
  record: DbRecord
  links: LinkTable[]
}

type Convert = (row: RecordFields, sha256: string) => DbRecord
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const value = (field: unknown) => (field ?? null) as DbValue
const pick = (row: RecordFields, ...fields: string[]): DbRecord =>
  Object.fromEntries(fields.map((field) => [field, value(row[field])]))
const dates = (row: RecordFields, ...fields: string[]) =>
  pick(row, ...fields.flatMap((field) => [field, `${field}_text`]))

/** Review columns; null if the row does not have them. */
const reviewed = (row: RecordFields) => pick(row, 'visibility', 'state')

/** Converts each kind to its table's columns (database/tables.ts). */
const TO_COLUMNS: Record<RecordKind, Convert> = {
  locations: (row) => ({
    id: value(row['pk']),
    ...pick(row, 'name', 'address'),
    altnames: JSON.stringify(row['altnames']),
    geometry: row['geometry'] ? JSON.stringify(row['geometry']) : null,
    search: locationSearchText(row as Parameters<typeof locationSearchText>[0]),
  }),
  lots: (row) => ({ lot_num: value(row['lotNum']), location_id: value(row['location']) }),
  people: (row) => ({
    ...pick(row, 'id', 'first_name', 'middle_name', 'surname', 'sex', 'biography', 'family_tree'),
    ...reviewed(row),
    ...dates(row, 'date_of_birth', 'date_of_death'),
    search: personSearchText(row as Parameters<typeof personSearchText>[0]),
  }),
  ownership: (row) => ({
    ...pick(row, 'id', 'source'),
    ...dates(row, 'date'),
    lot_num: value(row['lot']),
    person_id: value(row['person']),
  }),
  relationships: (row) => ({
    ...pick(row, 'id', 'relationship_type', 'description'),
    ...reviewed(row),
    person1_id: value(row['person1']),
    person2_id: value(row['person2']),
  }),
  graves: (row) => ({ ...pick(row, 'id', 'entry'), ...reviewed(row), person_id: value(row['person']) }),
  person_images: (row, sha256) => ({
    ...pick(row, 'id'),
    ...reviewed(row),
    person_id: value(row['person']),
    sha256,
    version: pictureVersion(sha256, undefined),
  }),
  organizations: (row) => ({
    ...pick(row, 'id', 'name', 'description'),
    ...reviewed(row),
    altname: JSON.stringify(row['altname']),
    ...dates(row, 'date_opened', 'date_closed'),
    search: organizationSearchText(row as Parameters<typeof organizationSearchText>[0]),
  }),
  organization_locations: (row) => ({
    ...pick(row, 'id'),
    ...dates(row, 'date_start', 'date_end'),
    organization_id: value(row['organization']),
    location_id: value(row['location']),
  }),
  employment: (row) => ({
    ...pick(row, 'id'),
    ...dates(row, 'date_start', 'date_end'),
    person_id: value(row['person']),
    organization_id: value(row['organization']),
  }),
  heritage: (row) => ({
    ...pick(row, 'id', 'architectural_style', 'architectural_description', 'heritage_registry_entry'),
    location_id: value(row['location']),
  }),
  location_descriptions: (row) => ({ ...pick(row, 'id', 'description'), location_id: value(row['location']) }),
  plaques: (row) => ({ ...pick(row, 'id', 'name', 'text'), location_id: value(row['location']) }),
  subjects: (row) => ({
    ...pick(row, 'id', 'subject_name', 'subject_description', 'subject_parent'),
    ...reviewed(row),
    search: subjectSearchText(row as Parameters<typeof subjectSearchText>[0]),
  }),
  collections: (row) => ({
    ...pick(row, 'id', 'collection_name', 'collection_description', 'hierarchy', 'parent_collection'),
    ...reviewed(row),
  }),
  items: (row) => {
    const span = itemSpan(row['date_start'] as number | null, row['date_end'] as number | null)
    return {
      ...pick(row, 'id', 'type', 'title', 'general_description'),
      ...reviewed(row),
      ...pick(row, 'published_at', 'created_at', 'updated_at'),
      ...dates(row, 'date_start', 'date_end'),
      span_start: span?.start ?? null,
      span_end: span?.end ?? null,
      location_id: value(row['location']),
      collection_id: value(row['collection']),
      creator_id: value(row['creator']),
      archival_identifier: textOrNull(row['archival_identifier']),
      copyright_info: text(row['copyright_info']),
      external_record_url: textOrNull(row['externalRecordURL']),
    }
  },
  scans: (row, sha256) => {
    const [watermark, color, position] = [text(row['watermark']), text(row['color']), text(row['position'])]
    return {
      ...pick(row, 'id'),
      item_id: value(row['item']),
      sha256,
      scan_order: value(row['order']),
      watermark,
      color,
      position,
      version: pictureVersion(sha256, { text: watermark, color, position } as Watermark),
    }
  },
}

/** Fields that are stored in a table of their own. */
export const LINK_TABLES: Partial<
  Record<RecordKind, { field: string; table: keyof Tables; from: string; to: string }[]>
> = {
  people: [{ field: 'spouses', table: 'person_spouse', from: 'person_id', to: 'spouse_id' }],
  items: [
    { field: 'people', table: 'item_person', from: 'item_id', to: 'person_id' },
    { field: 'contributors', table: 'item_contributor', from: 'item_id', to: 'person_id' },
    { field: 'subject', table: 'item_subject', from: 'item_id', to: 'subject_id' },
    { field: 'organizations', table: 'item_organization', from: 'item_id', to: 'organization_id' },
  ],
}

/** Converts a validated row; `sha256` is that of its picture. */
export function toRecord(kind: RecordKind, row: RecordFields, sha256 = ''): ToWrite {
  const links = (LINK_TABLES[kind] ?? []).map(({ field, ...link }) => ({
    ...link,
    ids: (row[field] as number[] | undefined) ?? [],
  }))
  return { record: TO_COLUMNS[kind](row, sha256), links }
}
