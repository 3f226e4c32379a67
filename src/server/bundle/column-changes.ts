import type { Change } from '../records/audit.ts'
import { DERIVED } from '../records/from-columns.ts'
import { fieldOf, type DbRecord, type DbValue } from '../records/tables.ts'
import type { ToWrite } from '../records/to-columns.ts'
import type { Row } from './bundle-row.ts'
import type { ListName } from './lists.ts'

/** They follow from other changes, or are as the archive set them where a row has none. */
const TIMESTAMPS = ['created_at', 'published_at']
const JSON_COLUMNS = ['altnames', 'altname', 'geometry']

const toValue = (column: string, value: DbValue | undefined): unknown =>
  JSON_COLUMNS.includes(column) && typeof value === 'string'
    ? JSON.parse(value)
    : column === 'credit'
      ? value === 1
      : value

/** What a write changes of a record, by field. `updated_at` alone is no change. */
export function columnChanges(list: ListName, old: DbRecord, before: Row, { record, links }: ToWrite): Change[] {
  const isChange = (column: string, value: DbValue) =>
    old[column] !== value &&
    column !== 'updated_at' &&
    (column === 'sha256' || !DERIVED.has(column)) &&
    !(value === null && TIMESTAMPS.includes(column))
  const columns = Object.entries(record)
    .filter(([column, value]) => isChange(column, value))
    .map(([column, value]) => ({
      field: column === 'sha256' ? 'file' : fieldOf(list, column),
      before: toValue(column, old[column]),
      after: toValue(column, value),
    }))
  const lists = links.flatMap(({ field, ids }) => {
    const had = before[field] as number[]
    const isSame = had.length === ids.length && ids.every((id, place) => id === had[place])
    return isSame ? [] : [{ field, before: had, after: ids }]
  })
  return [...columns, ...lists]
}

/** Review state: from the bundle, else unchanged (an import publishes nothing by itself), else published; new items are drafts. */
export function withReviewState(list: ListName, record: DbRecord, old: DbRecord | undefined): DbRecord {
  if (!('visibility' in record)) return record
  return {
    ...record,
    visibility: record['visibility'] ?? old?.['visibility'] ?? (list === 'items' ? 'draft' : 'published'),
    state: record['state'] ?? old?.['state'] ?? 'waiting',
  }
}
