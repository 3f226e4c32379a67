import { sql, type RawBuilder } from 'kysely'
import type { Attached } from '#contract/review.ts'
import { isReviewedKind, type RecordKind } from '#contract/record.ts'
import { RECORD_PARTS, type RecordPart } from '#rules/forms/record-parts.ts'
import type { Db } from '../database/tables.ts'
import { readFields, type RecordKey } from './fields.ts'
import { ALL } from './labels.ts'
import { namesForRecord } from './names.ts'
import { readReviewStatus } from './reviewed.ts'
import { RECORD_TABLES, linkPlace } from './tables.ts'

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

/** What belongs to a record, in groups; undefined if it does not exist. */
export async function readAttached(db: Db, kind: RecordKind, key: RecordKey): Promise<Attached | undefined> {
  if (!(await readReviewStatus(db, kind, key))) return undefined
  const groups: Attached['groups'] = []
  for (const part of RECORD_PARTS[kind] ?? []) {
    const { rows } = await sql<{ key: RecordKey }>`${keysOf(part, sql`${key}`)} order by 1`.execute(db)
    const records: Attached['groups'][number]['records'] = []
    for (const { key: each } of rows.slice(0, LISTED)) {
      const { label, state, author } = (await readReviewStatus(db, part.kind, each))!
      records.push({
        kind: part.kind,
        key: each,
        label,
        state,
        author,
        fields: (await readFields(db, part.kind, each))!,
      })
    }
    groups.push({ kind: part.kind, field: part.field, count: rows.length, records })
  }
  const brings = groups.flatMap(({ records }) => records)
  return { groups, names: await namesForRecord(db, { kind, fields: {}, brings, history: [] }, ALL) }
}
