import { sql, type RawBuilder } from 'kysely'
import type { Attached } from '#contract/review.ts'
import { isReviewedKind, type RecordKind } from '#contract/record.ts'
import { RECORD_PARTS, type RecordPart } from '#rules/forms/record-parts.ts'
import type { Db } from '../database/tables.ts'
import { toFields, type RecordKey } from './fields.ts'
import { createRowReader } from './from-columns.ts'
import { ALL } from './labels.ts'
import { namesForRecord, namesOf } from './names.ts'
import { partStatus, readReviewStatus, reviewedQuery, toReviewed } from './reviewed.ts'
import { RECORD_TABLES, linkPlace, untyped } from './tables.ts'

/** How many of a group to list. */
const LISTED = 200

/** The keys of the records that belong to `owner`, a key or a query of keys. */
function keysOf({ kind, field, through }: RecordPart, owner: RawBuilder<unknown>): RawBuilder<{ key: RecordKey }> {
  const [table, column] = RECORD_TABLES[kind]
  const { to } = linkPlace(kind, field)
  const among = through ? keysOf(through, owner) : owner
  return sql<{ key: RecordKey }>`select ${sql.ref(column)} as key from ${sql.table(table)}
    where ${sql.ref(to)} in (${among})
    ${isReviewedKind(kind) ? sql`and not (visibility = 'draft' and state = 'discarded')` : sql``}`
}

type Records = Attached['groups'][number]['records']
/** Records as the desk lists them, in as many queries as for one. */
async function readRecords(db: Db, kind: RecordKind, keys: RecordKey[]): Promise<Records> {
  const [table, column] = RECORD_TABLES[kind]
  const found = await untyped(db).selectFrom(table).selectAll().where(column, 'in', keys).execute()
  const rows = new Map(found.map((row) => [row[column] as RecordKey, row]))
  const recordOf = await createRowReader(db, kind, found, column)
  const labels = new Map<RecordKey, Omit<Records[number], 'kind' | 'key' | 'fields'>>()
  if (isReviewedKind(kind)) {
    const reviewed = await reviewedQuery(db, kind)
      .where('r.id', 'in', keys as number[])
      .execute()
    for (const row of reviewed) {
      const { label, state, author } = toReviewed(kind, row)
      labels.set(row.key, { label, state, author })
    }
  } else {
    const names = await namesOf(db, kind, keys)
    for (const [key, row] of rows)
      labels.set(key, partStatus({ label: names[key]!, state: 'published', author: null }, row))
  }
  const fieldsOf = (key: RecordKey) => toFields(kind, recordOf(rows.get(key)!))
  return keys.map((key) => ({ kind, key, ...labels.get(key)!, fields: fieldsOf(key) }))
}

/** What belongs to a record, in groups; undefined if it does not exist. */
export async function readAttached(db: Db, kind: RecordKind, key: RecordKey): Promise<Attached | undefined> {
  if (!(await readReviewStatus(db, kind, key))) return undefined
  const groups: Attached['groups'] = []
  for (const part of RECORD_PARTS[kind] ?? []) {
    const { rows } = await sql<{ key: RecordKey }>`${keysOf(part, sql`${key}`)} order by 1`.execute(db)
    const keys = rows.slice(0, LISTED).map((row) => row.key)
    const records = keys.length > 0 ? await readRecords(db, part.kind, keys) : []
    groups.push({ kind: part.kind, field: part.field, count: rows.length, records })
  }
  const brings = groups.flatMap(({ records }) => records)
  return { groups, names: await namesForRecord(db, { kind, fields: {}, brings, history: [] }, ALL) }
}
