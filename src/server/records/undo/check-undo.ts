import { REMOVAL, TAKEDOWN } from '#contract/review-messages.ts'
import type { Trx } from '../../database/tables.ts'
import { letOthersRun } from '../../limits/concurrency.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { findRows, inParts, keyOfRow, type Schema } from '../rows/schema.ts'
import { RECORD_TABLES, untyped, type DbRecord } from '../tables.ts'
import {
  changedSince,
  digestsOf,
  readChanges,
  readRows,
  rowId,
  toChange,
  type Operation,
  type RowChange,
} from './operations.ts'
import { UndoRefused, changedMeanwhile, undoFirst, type Changed } from './undo-refused.ts'

/** What an undo does: the rows that are as they were left. */
export interface UndoPlan {
  schema: Schema
  changes: readonly RowChange[]
}

/**
 * Finds out what of an operation can be undone.
 * @param keepChanged leaves what was changed since as it is.
 * @throws {UndoRefused} if another one has to be undone first, or something was changed since.
 */
export async function planUndo(
  trx: Trx,
  schema: Schema,
  operation: Operation,
  keepChanged: boolean,
): Promise<UndoPlan> {
  const changes = await readChanges(trx, operation.id)
  for (const [table, all] of Map.groupBy(changes.values(), (change) => change.table))
    for (const part of inParts(all)) await requireNoneLater(trx, operation, table, part)

  /** Rows that stay as they are. */
  const kept = new Set<string>()
  const changed: Changed[] = []
  const going = new Map<string, { table: string; row: DbRecord }>()
  const coming = new Set<string>()
  for (const [table, all] of Map.groupBy(changes.values(), (change) => change.table))
    for (const part of inParts(all)) await compare(table, part)
  await keepUsed()
  await requireUnnamedLater()
  await requireParents()
  if (changed.length > 0 && (!keepChanged || ['split', 'succession'].includes(operation.type)))
    throw await changedMeanwhile(trx, operation, changed)
  return { schema, changes: [...changes].flatMap(([id, change]) => (kept.has(id) ? [] : [change])) }

  async function compare(table: string, some: readonly RowChange[]): Promise<void> {
    const rows = new Map<string, DbRecord>()
    const keys = some.map(({ key }) => key)
    for await (const row of findRows(trx, schema, table, keys))
      rows.set(rowId(table, keyOfRow(schema, table, row)), row)
    const digested = some.filter(({ after }) => typeof after === 'string').map(({ key }) => key)
    const digests = await digestsOf(trx, schema, table, digested)
    for (const { key, before, after } of some) {
      const id = rowId(table, key)
      const row = rows.get(id)
      if (after === null) {
        if (!row) coming.add(id)
        else if (recordOfRow(table, row)?.isLink) kept.add(id)
        else throw new UndoRefused(REMOVAL.placeTaken(operation.label))
      } else if (row) {
        const columns = typeof after !== 'string' ? changedSince(row, after) : digests.get(id) === after ? [] : ['']
        if (columns.length > 0) changed.push({ table, row, columns })
        else if (!before) going.set(id, { table, row })
        for (const column of columns) delete before?.[column]
        // The state of a draft goes back as a whole.
        if (columns.length > 0 && (!before || operation.type === 'bulk')) kept.add(id)
      } else if (before) {
        kept.add(id)
        changed.push({ table, row: key, columns: [] })
      }
    }
  }

  /** Rows that others refer to by now stay. */
  async function keepUsed(): Promise<void> {
    for (let isFound = going.size > 0; isFound;) {
      isFound = false
      for (const { table: child, column, parent, parentColumn } of schema.references) {
        const parents = [...going.values()].filter(({ table }) => table === parent)
        for (const part of inParts(parents)) {
          await letOthersRun()
          const values = part.map(({ row }) => row[parentColumn]!)
          const using = await untyped(trx)
            .selectFrom(child)
            .select(schema.columns.get(child)!)
            .where(isOneOf(column, values))
            .execute()
          for (const row of using) {
            const key = keyOfRow(schema, child, row)
            const id = rowId(child, key)
            const change = kept.has(id) ? undefined : changes.get(id)
            const owner = recordOfRow(child, row)
            const ownerId = owner && recordRowId(owner)
            // A record's own lists go with it.
            const isOwn = owner?.isLink && going.has(ownerId!)
            if (isOwn || going.has(id) || (change?.before && column in change.before)) continue
            await requireNoneLater(trx, operation, child, [{ table: child, key, before: null, after: null }])
            const used = rowId(parent, { [parentColumn]: row[column]! })
            if (!kept.has(ownerId!)) changed.push({ table: child, row, columns: [column] })
            kept.add(used)
            going.delete(used)
            isFound = true
          }
        }
      }
    }
  }

  /** @throws {UndoRefused} if a later operation would bring back what refers to a row that goes. */
  async function requireUnnamedLater(): Promise<void> {
    if (going.size === 0) return
    for (const later of await laterOperations(trx, operation).selectAll().execute()) {
      for await (const { table_name, before: text } of readRows(trx, later.id, { restoring: true })) {
        const references = schema.references.filter(({ table }) => table === table_name)
        const before = references.length > 0 ? (JSON.parse(text!) as DbRecord) : {}
        const isNamed = references.some(
          ({ column, parent, parentColumn }) =>
            before[column] != null && going.has(rowId(parent, { [parentColumn]: before[column] })),
        )
        if (isNamed) throw await undoFirst(trx, later as Operation)
      }
    }
  }

  /** What comes back finds what it refers to. */
  async function requireParents(): Promise<void> {
    const restored = [...changes].flatMap(([id, change]) => (change.before && !kept.has(id) ? [{ id, ...change }] : []))
    for (const { table: child, column, parent, parentColumn, optional } of schema.references) {
      if (parent === 'account') continue
      const naming = restored.filter(({ table, before }) => table === child && before![column] != null)
      const wanted = Map.groupBy(naming, ({ before }) => before![column]!)
      for (const value of wanted.keys()) if (coming.has(rowId(parent, { [parentColumn]: value }))) wanted.delete(value)
      const keys = [...wanted.keys()].map((value) => ({ [parentColumn]: value }))
      if (keys.length === 0) continue
      if (parent === 'original') {
        for (const { sha256 } of keys)
          if (!(await isKept(trx, String(sha256)))) {
            const why = (await wasTakenDown(trx, String(sha256))) ? REMOVAL.pictureTakenDown : REMOVAL.pictureInTrash
            throw new UndoRefused(why(operation.label))
          }
        continue
      }
      for await (const row of findRows(trx, schema, parent, keys)) wanted.delete(row[parentColumn]!)
      for (const [value, some] of wanted) {
        const gone = { table: parent, key: { [parentColumn]: value }, before: null, after: null }
        await requireNoneLater(trx, operation, parent, [gone])
        for (const { id, table, key, before, after } of some) {
          const record = recordOfRow(table, key)
          const isMain =
            record &&
            !record.isLink &&
            after === null &&
            record.kind === operation.kind &&
            String(record.key) === operation.record_key
          if (optional) before![column] = null
          else if (isMain) throw new UndoRefused(REMOVAL.belongsTo(operation.label))
          else {
            kept.add(id)
            changed.push({ table, row: before!, columns: [column] })
          }
        }
      }
    }
  }
}

const recordRowId = ({ kind, key }: RecordId) => rowId(RECORD_TABLES[kind][0], { [RECORD_TABLES[kind][1]]: key })

const isKept = async (trx: Trx, sha256: string) =>
  (await trx.selectFrom('original').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined

/** The audit trail names the file of each picture that went. */
const wasTakenDown = async (trx: Trx, sha256: string) => {
  const removed = trx.selectFrom('audit').select('id').where('action', '=', 'removed')
  const taken = removed.where('note', 'like', TAKEDOWN.note('%')).where('fields', 'like', `%${sha256}%`).limit(1)
  return (await taken.executeTakeFirst()) !== undefined
}

/** Newest first. */
const laterOperations = (trx: Trx, { id }: Operation) =>
  trx
    .selectFrom('operation')
    .where('operation.id', '>', id)
    .where('operation.undone_at', 'is', null)
    .orderBy('operation.id', 'desc')

/** @throws {UndoRefused} if a later operation changed what this one did in rows of a table. */
async function requireNoneLater(
  trx: Trx,
  operation: Operation,
  table: string,
  changes: readonly RowChange[],
): Promise<void> {
  await letOthersRun()
  const byKey = new Map(changes.map((change) => [JSON.stringify(change.key), change]))
  const rows = await laterOperations(trx, operation)
    .innerJoin('operation_row as row', 'row.operation_id', 'operation.id')
    .where('row.table_name', '=', table)
    .where(isOneOf('row.row_key', [...byKey.keys()]))
    .selectAll('operation')
    .select(['row.table_name', 'row.row_key', 'row.before', 'row.after'])
    .execute()
  const later = rows.find((row) => meet(byKey.get(row.row_key)!, toChange(row)))
  if (later) throw await undoFirst(trx, later as Operation)
}

/** True if both changed the same column, or one added or deleted the row. */
const meet = (one: RowChange, other: RowChange): boolean =>
  !one.before ||
  !one.after ||
  !other.before ||
  !other.after ||
  Object.keys(one.after).some((column) => column in (other.after as object))
