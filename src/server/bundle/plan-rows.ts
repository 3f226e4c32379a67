import { withoutRule } from '#rules/access/living.ts'
import { isChronological } from '#contract/dates.ts'
import { FORM } from '#contract/messages.ts'
import type { SocietySettings } from '#contract/settings.ts'
import { keepWords } from '#rules/texts/word-boxes.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'
import type { Db } from '../database/tables.ts'
import type { Change } from '../records/audit.ts'
import { createRowReader } from '../records/from-columns.ts'
import {
  DERIVED,
  FLAGS,
  RECORD_LINKS,
  RECORD_TABLES,
  untyped,
  type DbRecord,
  fieldOf,
  type DbValue,
} from '../records/tables.ts'
import { toRecord, type ToWrite } from '../records/to-columns.ts'
import type { MarkStyle } from '../storage/picture-keys.ts'
import { acceptedRows, type AcceptedRow } from './accepted-rows.ts'
import type { BundleFile } from './bundle-folder.ts'
import { keysIn, type Key, type Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'
import { pictureOf, type BroughtPicture, type PictureFiles } from './picture-files.ts'
import { isKnown, type Origin, type RowIdentity, toFlatRow } from './row-identity.ts'

/** What an import does with a row, and what it would write. */
export interface PlannedRow extends Pick<AcceptedRow, 'key' | 'index' | 'line'> {
  outcome: 'new' | 'changed' | 'same' | 'conflict'
  /** Of a conflict. */
  reason?: string
  record: Key
  changes: Change[]
  /** With the fields that the bundle does not give, and ids of the archive. */
  row: Row
  write: ToWrite
  old?: DbRecord | undefined
  picture?: BroughtPicture | undefined
  /** The step of the audit trail that its source has seen now, where that has to be noted although nothing is written. */
  seen?: number
}

export interface PlanOptions {
  identity: RowIdentity
  rejected: ReadonlySet<number>
  settings: SocietySettings
  pictures: PictureFiles
  /** Takes the bundle's values also where somebody edited the record here. */
  replace: boolean
  /** What new records are: with `draft` all of them, with `published` those whose rows say nothing else. */
  status?: 'draft' | 'published' | undefined
}

/** Rows compared and written at a time. */
const BATCH = 200
export const EDITED_HERE = 'It was changed here since the last import.'

/** Compares the accepted rows of a file with the archive, in batches; writes nothing. Its new rows have been allocated. */
export async function* planRows(db: Db, file: BundleFile, options: PlanOptions): AsyncGenerator<PlannedRow[]> {
  let batch: AcceptedRow[] = []
  for await (const accepted of acceptedRows(file, options.rejected)) {
    batch.push(accepted)
    if (batch.length < BATCH) continue
    yield await planBatch(db, file.list, batch, options)
    batch = []
  }
  if (batch.length > 0) yield await planBatch(db, file.list, batch, options)
}

async function planBatch(db: Db, list: ListName, batch: readonly AcceptedRow[], options: PlanOptions) {
  const { identity, pictures } = options
  const [table, column]: readonly [string, string] = RECORD_TABLES[list]
  const known = batch.map(({ key }) => identity.origin(list, key)).filter(isKnown)
  const records = known.map(({ record }) => record)
  const olds =
    records.length === 0 ? [] : await untyped(db).selectFrom(table).selectAll().where(column, 'in', records).execute()
  const readOld = olds.length > 0 ? await createRowReader(db, list, olds, column) : undefined
  const byKey = new Map(olds.map((old) => [old[column] as Key, { old, before: toFlatRow(list, readOld!(old)) }]))
  const planned: PlannedRow[] = []
  for (const accepted of batch) {
    const origin = identity.origin(list, accepted.key)
    const picture = accepted.cells['file'] ? await pictureOf(pictures, accepted.row, list) : undefined
    planned.push(
      planRow(list, { ...accepted, picture }, origin, isKnown(origin) ? byKey.get(origin.record) : undefined, options),
    )
  }
  return planned
}

function planRow(
  list: ListName,
  accepted: AcceptedRow & Pick<PlannedRow, 'picture'>,
  origin: Origin,
  { old, before }: { old?: DbRecord; before?: Row } = {},
  { identity, settings, replace, status }: PlanOptions,
): PlannedRow {
  const { key, index, line, picture } = accepted
  const given = identity.withRecords(list, accepted.row)
  const row = before ? { ...before, ...givenOf(list, accepted, given, before) } : given
  if (list === 'scans') setWatermark(row, settings, old)
  if (list === 'scans' && before && row['text'] !== before['text'] && !accepted.cells['words'])
    row['words'] = keepWords(String(before['words']), String(row['text']))
  const write = toRecord(list, row, picture?.picture.sha256 ?? String(old?.['sha256'] ?? ''))
  write.record = withReviewState(list, write.record, old, old ? undefined : status)
  const record = identity.find(list, key) ?? key
  write.record[RECORD_TABLES[list][1]] = record
  const changes = old && before ? columnChanges(list, old, before, write) : []
  const outcome = !old ? 'new' : changes.length > 0 ? 'changed' : 'same'
  const planned: PlannedRow = { key, index, line, outcome, record, changes, row, write, old, picture }
  const conflict = (reason: string): PlannedRow => ({ ...planned, outcome: 'conflict', reason })

  const isLost = ([field]: [string, unknown]) => given[field] === undefined && keysIn(accepted.row[field]).length > 0
  const hasLost = Object.entries(RECORD_LINKS[list]).some(isLost)
  if (hasLost || (isKnown(origin) && !old))
    return conflict('It, or a record that it names, has just been removed here.')
  if (!isOrdered(list, row)) return conflict(FORM.rangeEnd)
  if (!isKnown(origin)) return planned
  const { last, isEdited, isReviewed } = identity.since(list, origin)
  const isReview = changes.some(({ field }) => UNSAID.slice(0, 3).includes(field))
  if (outcome === 'changed' && !replace && (isEdited || (isReview && isReviewed))) return conflict(EDITED_HERE)
  if (outcome === 'same' && (!origin.noted || last > origin.step)) planned.seen = last
  return planned
}

/** Fields that are empty in a bundle where it does not say. */
const UNSAID = ['visibility', 'state', 'hidden_until', 'created_at', 'updated_at', 'published_at']

/** What a row says of a record: its columns, and what their dates bring with them. */
function givenOf(list: ListName, { cells, row: source }: AcceptedRow, row: Row, before: Row): Row {
  const { columns, span } = LISTS[list]
  const says = new Set(Object.keys(cells).filter((field) => Object.hasOwn(columns, field)))
  for (const field of [...says]) if (columns[field]!.kind === 'date') says.add(`${field}_text`)
  if (span && says.has(span[0]) && !says.has(span[1])) {
    const [start, end] = span
    // The end of “1880s” goes with it.
    const brought = parseWrittenDate(String(before[`${start}_text`] ?? ''))?.end
    if (source[end] != null || (brought != null && brought === before[end])) says.add(end)
  }
  if (says.has('file')) says.add('file_name')
  for (const field of UNSAID) if (row[field] == null) says.delete(field)
  return Object.fromEntries([...says].map((field) => [field, row[field]]))
}

/** The society's watermark where a new row says nothing else. How wide and opaque it is, is no column. */
function setWatermark(row: Row, settings: SocietySettings, old: DbRecord | undefined): void {
  row['watermark'] ??= settings.watermarkText
  row['color'] ??= settings.watermarkColor
  row['position'] ??= settings.watermarkPosition
  row['mark'] = (
    old
      ? { size: old['mark_size'], opacity: old['mark_opacity'] }
      : { size: settings.watermarkSize, opacity: settings.watermarkOpacity }
  ) as MarkStyle
}

function isOrdered(list: ListName, row: Row): boolean {
  const [from, to] = (LISTS[list].span ?? []).map((field) => row[field])
  return typeof from !== 'number' || typeof to !== 'number' || isChronological(from, to)
}

/** They follow from other changes, or are as the archive set them where a row has none. */
const TIMESTAMPS = ['created_at', 'published_at']
const JSON_COLUMNS = ['altnames', 'altname', 'geometry', 'same_as']

const toValue = (column: string, value: DbValue | undefined): unknown =>
  JSON_COLUMNS.includes(column) && typeof value === 'string'
    ? JSON.parse(value)
    : FLAGS.includes(column)
      ? value === 1
      : value

/** What a write changes of a record, by field. `updated_at` alone is no change. */
function columnChanges(list: ListName, old: DbRecord, before: Row, { record, links }: ToWrite): Change[] {
  const isChange = (column: string, value: DbValue) =>
    old[column] !== value &&
    column !== 'updated_at' &&
    !DERIVED.has(column) &&
    !column.startsWith('mark_') &&
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
function withReviewState(
  list: ListName,
  record: DbRecord,
  before: DbRecord | undefined,
  status: PlanOptions['status'],
): DbRecord {
  const old = before && withoutRule(before)
  if (!('visibility' in record)) return record
  const said = status === 'draft' ? status : (record['visibility'] ?? old?.['visibility'] ?? status)
  const visibility = said ?? (list === 'items' ? 'draft' : 'published')
  const state = record['state'] ?? old?.['state'] ?? 'waiting'
  const until = record['hidden_until'] ?? null
  // A day that is new hides what is published; without one, a published row is shown.
  const isNew = until !== null && until !== (old?.['hidden_until'] ?? null)
  if (isNew || (visibility === 'draft' && state === 'hidden'))
    return { ...record, visibility: 'draft', state: 'hidden', hidden_until: until ?? 'staff' }
  return { ...record, visibility, state: state === 'hidden' ? 'waiting' : state, hidden_until: null }
}
