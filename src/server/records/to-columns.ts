import * as v from 'valibot'
import { ARCHIVAL } from '#contract/archival.ts'
import { newFields } from '#contract/record-fields.ts'
import { isReviewedKind, RECORD_KINDS, type RecordFields, type RecordKind } from '#contract/record.ts'
import { itemSpan, type ItemDates } from '#rules/dates/partial-dates.ts'
import { indexText } from '#rules/search/search-text.ts'
import { SEARCHED_TEXT } from '#rules/search/searched-text.ts'
import type { Tables } from '../database/tables.ts'
import { columnOf, FLAGS, LINK_TABLES, RECORD_TABLES, type DbRecord, type DbValue } from './tables.ts'
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

/** Columns of a bundle that are not fields; null if the row does not have them. */
const REVIEW = ['visibility', 'state', 'hidden_until']
const MORE: Partial<Record<RecordKind, readonly string[]>> = {
  items: ['published_at', 'created_at', 'updated_at'],
  files: ['item', 'hidden_until'],
  scans: ['item', 'document', 'page', 'words', 'hidden_until'],
  location_descriptions: ['hidden_until'],
}

/** What is stored in a column of its own. */
const plainFields = (kind: RecordKind): readonly string[] => [
  ...(RECORD_TABLES[kind][1] === 'id' && kind !== 'locations' ? ['id'] : []),
  ...Object.keys(newFields[kind].entries).filter((field) => !LINK_TABLES[kind]?.some((link) => link.field === field)),
  ...(isReviewedKind(kind) ? REVIEW : []),
  ...(MORE[kind] ?? []),
]

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown) => value as readonly string[]
const value = (field: unknown) => (field ?? null) as DbValue

/** Columns that hold something else than the field of their name (database/tables.ts). */
const CONVERTED: Partial<Record<RecordKind, (row: RecordFields, sha256: string) => DbRecord>> = {
  locations: (row) => ({
    id: value(row['pk']),
    altnames: JSON.stringify(row['altnames']),
    same_as: JSON.stringify(row['same_as']),
    geometry: row['geometry'] ? JSON.stringify(row['geometry']) : null,
    search: indexText(text(row['name']), ...list(row['altnames']), text(row['address'])),
  }),
  people: (row) => ({
    same_as: JSON.stringify(row['same_as']),
    search: indexText(text(row['first_name']), text(row['middle_name']), text(row['surname'])),
  }),
  person_images: (_, sha256) => ({ sha256, version: pictureVersion(sha256, undefined) }),
  organizations: (row) => ({
    altname: JSON.stringify(row['altname']),
    same_as: JSON.stringify(row['same_as']),
    search: indexText(text(row['name']), ...list(row['altname'])),
  }),
  subjects: (row) => ({ same_as: JSON.stringify(row['same_as']), search: indexText(text(row['subject_name'])) }),
  items: (row) => {
    const span = itemSpan(row as unknown as ItemDates)
    return {
      span_start: span?.start ?? null,
      span_end: span?.end ?? null,
      archival_identifier: text(row['archival_identifier']) || null,
      copyright_info: text(row['copyright_info']),
      external_record_url: text(row['externalRecordURL']) || null,
      ...Object.fromEntries(FLAGS.map((field) => [field, Number(row[field] === true)])),
    }
  },
  files: (_, sha256) => ({ sha256 }),
  scans: (row, sha256) => {
    const [watermark, color, position] = [text(row['watermark']), text(row['color']), text(row['position'])]
    const { size, opacity } = { ...PLAIN_MARK, ...(row['mark'] as MarkStyle | undefined) }
    const mark = { text: watermark, color, position, size, opacity } as Watermark
    const version = pictureVersion(sha256, mark, Number(row['turn']))
    const words = text(row['words'])
    return { sha256, watermark, color, position, mark_size: size, mark_opacity: opacity, version, words }
  },
}

/** Our additions where a row says nothing of them. */
const UNSAID = Object.fromEntries(
  RECORD_KINDS.map((kind) => [kind, v.parse(v.object(ARCHIVAL[kind] ?? {}), {})]),
) as Record<RecordKind, RecordFields>

/** Converts a validated row; `sha256` is that of its picture. */
export function toRecord(kind: RecordKind, given: RecordFields, sha256 = ''): ToWrite {
  const row = { ...UNSAID[kind], ...given }
  const links = (LINK_TABLES[kind] ?? []).map((link) => ({
    ...link,
    ids: (row[link.field] as number[] | undefined) ?? [],
  }))
  const plain = plainFields(kind).map((field) => [columnOf(kind, field), value(row[field])])
  const searched = SEARCHED_TEXT[kind]
  const derived = searched && { search_text: searched(row as never) }
  return { record: { ...Object.fromEntries(plain), ...CONVERTED[kind]?.(row, sha256), ...derived }, links }
}
