import { sql } from 'kysely'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { recordAudits, recordBeginnings } from '../records/audit.ts'
import { RECORD_TABLES, untyped, type DbRecord, type DbValue } from '../records/tables.ts'
import type { Schema } from '../records/rows/schema.ts'
import type { LinkTable } from '../records/to-columns.ts'
import { changesOf, digestsOf, recordOperation, rowId, type RowChange } from '../records/undo/operations.ts'
import type { ListName } from './lists.ts'
import type { PlannedRow } from './plan-rows.ts'

export interface ImportInfo {
  source: string
  /** Missing for the command line. */
  caller?: Caller | undefined
  /** ISO 8601. */
  now: string
  /** Names it in the log of operations. */
  batch: string
  schema: Schema
}

/** Writes the new and changed rows of a batch with their links, their audit entries, and where they came from. Other rows are not touched, so that change counter and `updated_at` stay. */
export async function writeBatch(trx: Trx, list: ListName, batch: readonly PlannedRow[], info: ImportInfo) {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const db = untyped(trx)
  const written = batch.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const added: DbRecord[] = []
  const { schema } = info
  const changes: RowChange[] = []
  for (const { write, old, record } of written) {
    const values = list === 'items' ? withTimestamps(write.record, old, info.now) : write.record
    if (old) {
      await db.updateTable(table).set(values).where(key, '=', record).execute()
      changes.push(...changesOf(schema, table, [old], [values]))
    } else added.push(values['visibility'] === 'draft' ? { ...values, ...authorOf(info) } : values)
  }
  if (added.length > 0) await db.insertInto(table).values(added).execute()
  changes.push(...(await writeLinks(db, schema, written)))
  const keys = added.map((row) => ({ [key]: row[key]! }))
  const digests = await digestsOf(trx, schema, table, keys)
  for (const each of keys) changes.push({ table, key: each, before: null, after: digests.get(rowId(table, each))! })
  const operation = { type: 'import' as const, label: info.source, batch: info.batch }
  if (changes.length > 0) await recordOperation(trx, info.caller, operation, changes)
  const note = `Import of ${info.source}`
  const by = { ...(info.caller && { caller: info.caller }), kind: list, note }
  const isNew = ({ outcome }: PlannedRow) => outcome === 'new'
  // What a record began with follows from what it is and from the changes since: only changes name fields.
  const begun = await recordBeginnings(trx, { ...by, keys: written.filter(isNew).map(({ record }) => record) })
  const edits = written.filter((row) => !isNew(row)).map(({ record: key, changes }) => ({ key, changes }))
  const edited = await recordAudits(
    trx,
    edits.map((edit) => ({ ...by, ...edit, action: 'edited' })),
  )
  await noteRows(trx, list, batch, { ...info, step: Math.max(begun, edited) })
}

/** Of a draft: who imports it. */
const authorOf = ({ caller, now }: ImportInfo): DbRecord => (caller ? { author_id: caller.id, submitted_at: now } : {})

/** Timestamps of an item: from the bundle, else unchanged, else now; a published item always has a publication time. */
function withTimestamps(record: DbRecord, old: DbRecord | undefined, now: string): DbRecord {
  const updated = record['updated_at'] === old?.['updated_at'] ? null : record['updated_at']
  return {
    ...record,
    created_at: record['created_at'] ?? old?.['created_at'] ?? now,
    updated_at: updated ?? now,
    published_at:
      record['published_at'] ?? old?.['published_at'] ?? (record['visibility'] === 'published' ? now : null),
  }
}

/** @returns how lists of records that were there have changed. */
async function writeLinks(db: ReturnType<typeof untyped>, schema: Schema, written: readonly PlannedRow[]) {
  const changes: RowChange[] = []
  for (const [at, { table, from, field }] of (written[0]?.write.links ?? []).entries()) {
    const name: string = table
    const changed = written.filter(({ old, changes }) => !old || changes.some((each) => each.field === field))
    const replaced = changed.filter(({ old }) => old).map(({ record }) => record)
    const olds =
      replaced.length > 0 ? await db.deleteFrom(name).where(from, 'in', replaced).returningAll().execute() : []
    const values = changed.flatMap(({ record, write }) => linkRows(record, write.links[at]!))
    for (let first = 0; first < values.length; first += 1000) {
      await db
        .insertInto(name)
        .values(values.slice(first, first + 1000))
        .execute()
    }
    changes.push(
      ...changesOf(
        schema,
        name,
        olds,
        values.filter((row) => replaced.includes(row[from]!)),
      ),
    )
  }
  return changes
}

const linkRows = (owner: DbValue, { from, to, ids }: LinkTable): DbRecord[] =>
  ids.map((id, position) => ({ [from]: owner, [to]: id, position }))

/** Remembers what each row became, and the last step about it that its source has seen. */
async function noteRows(
  trx: Trx,
  list: ListName,
  batch: readonly PlannedRow[],
  { source, now, step }: ImportInfo & { step: number },
): Promise<void> {
  const rows = batch.flatMap(({ key, record, outcome, seen }) => {
    const last = outcome === 'new' || outcome === 'changed' ? step : seen
    return last === undefined ? [] : [{ text: `${key}${SEPARATOR}${record}`, last }]
  })
  const at = sql`instr(value, ${SEPARATOR})`
  for (const [last, some] of Map.groupBy(rows, (row) => row.last)) {
    await sql`insert into imported_row (source, list, key, record_key, step, imported_at)
      select ${source}, ${list}, substr(value, 1, ${at} - 1), substr(value, ${at} + 1), cast(${last} as bigint), ${now}
      from json_each(${JSON.stringify(some.map(({ text }) => text))}) as texts where true
      on conflict (source, list, key) do update
      set record_key = excluded.record_key, step = excluded.step, imported_at = excluded.imported_at`.execute(trx)
  }
}
/** Between key and record: one list is quicker than thousands of parameters. */
const SEPARATOR = '\u001f'
