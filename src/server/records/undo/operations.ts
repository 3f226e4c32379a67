import { REVIEW_DESK } from '#contract/limits.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Insertable } from 'kysely'
import type { ArchiveDatabase } from '../../database/open.ts'
import type { Db, Row, Tables, Trx } from '../../database/tables.ts'
import { inTransaction } from '../../database/write.ts'
import { startJob, type Job } from '../../jobs/background-job.ts'
import { letOthersRun } from '../../limits/concurrency.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { actorOf } from '../audit.ts'
import { versionOf } from '../fields.ts'
import { recordOfRow } from '../rows/affected-records.ts'
import { ROWS_AT_ONCE, findRow, findRows, inParts, isRow, keyOfRow, type Schema } from '../rows/schema.ts'
import { DERIVED, LINK_TABLES, untyped, type DbRecord } from '../tables.ts'

/**
 * How an operation changed a row; `key` is its primary key afterwards. Of a row that it added, `before` is null, and `after` may be a digest instead of all columns; of one that it deleted,
 * `after` is null; otherwise both have the changed columns only.
 */
export interface RowChange {
  table: string
  key: DbRecord
  before: DbRecord | null
  after: DbRecord | string | null
}
export type Operation = Row<'operation'> & { kind: RecordKind | '' }

const DAY = 24 * 60 * 60_000
/** The last moment at which an operation can be undone. */
export const undoUntil = (at: string): string => new Date(Date.parse(at) + REVIEW_DESK.undoDays * DAY).toISOString()
/** What happened before cannot be undone any more. */
const undoableSince = () => new Date(Date.now() - REVIEW_DESK.undoDays * DAY).toISOString()

export const openOperations = (db: Db) =>
  undoableOnes(db).where('undone_at', 'is', null).where('at', '>=', undoableSince())
const undoableOnes = (db: Db) => db.selectFrom('operation').where('type', '<>', 'takedown')

/** A change of these alone is none. */
const UNCOMPARED = new Set([...DERIVED, 'updated_at', 'position'])
/** The columns in which a row is not as it was left. */
export const changedSince = (row: DbRecord, after: DbRecord): string[] =>
  Object.keys(after).filter((column) => !UNCOMPARED.has(column) && row[column] !== after[column])

/** Digests of records with their lists. */
export async function digestsOf(
  db: Db,
  schema: Schema,
  table: string,
  keys: readonly DbRecord[],
): Promise<Map<string, string>> {
  const digests = new Map<string, string>()
  if (keys.length === 0) return digests
  const { kind } = recordOfRow(table, keys[0]!)!
  const ids = keys.map((key) => Object.values(key)[0]!)
  const lists = []
  for (const { table: name, from, to } of LINK_TABLES[kind] ?? []) {
    const links = untyped(db).selectFrom(name).select([from, to]).where(isOneOf(from, ids))
    lists.push(Map.groupBy(await links.orderBy(to).execute(), (row) => row[from]!))
  }
  for await (const row of findRows(db, schema, table, keys)) {
    const key = keyOfRow(schema, table, row)
    const own = Object.entries(row).filter(([column]) => !UNCOMPARED.has(column))
    const linked = lists.map((list) => list.get(Object.values(key)[0]!) ?? [])
    digests.set(rowId(table, key), versionOf({ own, linked }))
  }
  return digests
}

/** Changes rows, and keeps how. */
export function createChangeLog(trx: Trx, schema: Schema) {
  const changes: RowChange[] = []
  const db = untyped(trx)
  return {
    changes,
    async update(table: string, row: DbRecord, after: DbRecord): Promise<void> {
      await letOthersRun()
      const isOld = isRow(keyOfRow(schema, table, row))
      if (Object.keys(after).length > 0) await db.updateTable(table).set(after).where(isOld).execute()
      const before = Object.fromEntries(Object.keys(after).map((column) => [column, row[column]!]))
      changes.push({ table, key: keyOfRow(schema, table, { ...row, ...after }), before, after })
    },
    async delete(table: string, row: DbRecord): Promise<void> {
      await letOthersRun()
      const key = keyOfRow(schema, table, row)
      await db.deleteFrom(table).where(isRow(key)).execute()
      changes.push({ table, key, before: row, after: null })
    },
    async added(table: string, key: DbRecord): Promise<void> {
      changes.push({ table, key, before: null, after: (await findRow(trx, schema, table, key))! })
    },
    /** Of a row that others change. */
    changed: (table: string, before: DbRecord, after: DbRecord) =>
      void changes.push(...changesOf(schema, table, [before], [after])),
  }
}
export type ChangeLog = ReturnType<typeof createChangeLog>

/** How rows of a table differ from what they were. Those after may have some columns only. */
export function changesOf(
  schema: Schema,
  table: string,
  before: readonly DbRecord[],
  after: readonly DbRecord[],
): RowChange[] {
  const keyed = (rows: readonly DbRecord[]) =>
    new Map(rows.map((row) => [rowId(table, keyOfRow(schema, table, row)), row]))
  const [olds, news] = [keyed(before), keyed(after)]
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((id): RowChange[] => {
    const [old, now] = [olds.get(id), news.get(id)]
    const key = keyOfRow(schema, table, (old ?? now)!)
    if (!old || !now) return [{ table, key, before: old ?? null, after: now ?? null }]
    const columns = Object.keys(now).filter((column) => column !== 'updated_at' && old[column] !== now[column])
    if (columns.length === 0) return []
    const pick = (row: DbRecord) => Object.fromEntries(columns.map((column) => [column, row[column]!]))
    return [{ table, key, before: pick(old), after: pick(now) }]
  })
}

type NewOperation = Omit<Insertable<Tables['operation']>, 'at' | 'account_id' | 'actor' | 'undone_at'>

/** Adds an operation to the log, or rows to the one with the same `batch`. @returns its id. */
export async function recordOperation(
  trx: Trx,
  caller: Caller | undefined,
  operation: NewOperation,
  changes: readonly RowChange[],
): Promise<number> {
  const added = await trx
    .insertInto('operation')
    .values({ ...operation, ...(await actorOf(trx, caller)) })
    // Whoever adds to it next waits for this transaction.
    .onConflict((conflict) => conflict.column('batch').doUpdateSet({ label: operation.label }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await addChanges(trx, added.id, changes)
  return added.id
}

async function addChanges(trx: Trx, operation_id: number, changes: readonly RowChange[]): Promise<void> {
  const last = await trx
    .selectFrom('operation_row')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('operation_id', '=', operation_id)
    .executeTakeFirst()
  let place = (last?.place ?? -1) + 1
  for (const part of inParts(changes)) {
    await letOthersRun()
    const rows = part.map(({ table, key, before, after }) => ({
      ...{ operation_id, place: place++, table_name: table, row_key: JSON.stringify(key) },
      before: before && JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    }))
    await trx.insertInto('operation_row').values(rows).execute()
  }
}

/** The rows of an operation, some at a time. @param restoring only those that an undo would give values back to. */
export async function* readRows(db: Db, operation: number, { restoring = false } = {}) {
  let rows = db.selectFrom('operation_row').selectAll().where('operation_id', '=', operation).orderBy('place')
  if (restoring) rows = rows.where('before', 'is not', null)
  for (let last = -1; ;) {
    await letOthersRun()
    const part = await rows.where('place', '>', last).limit(ROWS_AT_ONCE).execute()
    yield* part
    if (part.length < ROWS_AT_ONCE) return
    last = part.at(-1)!.place
  }
}

/** The changes of an operation, one for each row, by `rowId`. */
export async function readChanges(db: Db, operation: number): Promise<Map<string, RowChange>> {
  const changes = new Map<string, RowChange>()
  for await (const row of readRows(db, operation)) {
    const change = toChange(row)
    const id = rowId(change.table, change.key)
    const both = joined(changes.get(id), change)
    if (both.before === null && both.after === null) changes.delete(id)
    else changes.set(id, both)
  }
  return changes
}

/** Two changes of a row as one. */
function joined(one: RowChange | undefined, other: RowChange): RowChange {
  if (!one || typeof one.after === 'string' || typeof other.after === 'string') return other
  const before = one.before && { ...other.before, ...one.before }
  return { ...other, before, after: other.after && { ...one.after, ...other.after } }
}

export const rowId = (table: string, key: DbRecord): string => `${table} ${JSON.stringify(key)}`
export const toChange = ({
  table_name,
  row_key,
  before,
  after,
}: Omit<Row<'operation_row'>, 'operation_id' | 'place'>): RowChange => ({
  table: table_name,
  key: JSON.parse(row_key) as DbRecord,
  before: before === null ? null : (JSON.parse(before) as DbRecord),
  after: after === null ? null : (JSON.parse(after) as DbRecord | string),
})

/** Rows that are removed from the log in one step. */
const TRIMMED = 500

/** Removes some rows of what can't be undone any more: only its entry stays. True if there may be more. */
export async function trimOperations(db: ArchiveDatabase): Promise<boolean> {
  const ended = db
    .selectFrom('operation')
    .select('id')
    .where((eb) => eb.or([eb('undone_at', 'is not', null), eb('at', '<', undoableSince())]))
  const first = await db
    .selectFrom('operation_row')
    .select(['operation_id', 'place'])
    .where('operation_id', 'in', ended)
    .orderBy('operation_id')
    .orderBy('place')
    .executeTakeFirst()
  if (!first) return false
  await inTransaction(db, (trx) =>
    trx
      .deleteFrom('operation_row')
      .where('operation_id', '=', first.operation_id)
      .where('place', '<', first.place + TRIMMED)
      .execute(),
  )
  return true
}

export const startTrimJob = (db: ArchiveDatabase, onError: (error: unknown) => void): Job =>
  startJob(() => trimOperations(db), { every: DAY, onError })
