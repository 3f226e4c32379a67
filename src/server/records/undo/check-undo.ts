import { setImmediate as letOthersRun } from 'node:timers/promises'
import { REMOVAL } from '#contract/review-messages.ts'
import type { Trx } from '../../database/tables.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { recordOfRow } from '../rows/affected-records.ts'
import { ROWS_AT_ONCE, findRows, keyOfRow, type Schema } from '../rows/schema.ts'
import { RECORD_TABLES, untyped, type DbRecord } from '../tables.ts'
import { changedSince, digestsOf, readChanges, rowId, type Operation, type RowChange } from './operations.ts'
import {
  UndoRefused,
  changedMeanwhile,
  laterRows,
  requireNoneLater,
  requireOwnRows,
  undoFirst,
  type Blocked,
} from './undo-refused.ts'

/** Columns of a row that nobody has to be told of: what else stays says it, or a link is there again. */
const FOLLOWS: readonly string[] = []

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
  const byId = new Map(changes.map((change) => [rowId(change.table, change.key), change]))
  await requireOwnRows(trx, operation, byId)
  const rows = new Map<string, DbRecord>()
  const digests = new Map<string, string>()
  for (const [table, some] of Map.groupBy(changes, (change) => change.table)) {
    const keys = some.map(({ key }) => key)
    for await (const row of findRows(trx, schema, table, keys))
      rows.set(rowId(table, keyOfRow(schema, table, row)), row)
    const digested = some.filter(({ after }) => typeof after === 'string').map(({ key }) => key)
    for (const [id, digest] of await digestsOf(trx, schema, table, digested)) digests.set(id, digest)
  }

  /** Rows that stay as they are, and columns of others. */
  const blocked = new Map<string, Blocked>()
  const edited: Blocked[] = []
  const going = new Map<string, { table: string; row: DbRecord }>()
  const coming = new Set<string>()
  for (const [id, { table, key, before, after }] of byId) {
    const row = rows.get(id)
    if (after === null) {
      if (!row) coming.add(id)
      else if (recordOfRow(table, row)?.isLink) blocked.set(id, { table, row: key, columns: FOLLOWS })
      else throw new UndoRefused(REMOVAL.placeTaken(operation.label))
      continue
    }
    const isSame = typeof after === 'string' && digests.get(id) === after
    const columns = !row || typeof after === 'string' ? (isSame ? [] : ['']) : changedSince(row, after)
    if (!row && !before) continue
    if (columns.length > 0 && row && before) {
      edited.push({ table, row, columns })
      for (const column of columns) delete before[column]
    } else if (columns.length > 0) blocked.set(id, { table, row: row ?? key, columns })
    else if (!before) going.set(id, { table, row: row! })
  }
  await blockUsed()
  await requireUnnamedLater()
  await requireParents()
  const refused = [...edited, ...blocked.values()].filter(({ columns }) => columns !== FOLLOWS)
  if (refused.length > 0 && (!keepChanged || operation.type === 'split'))
    throw await changedMeanwhile(trx, operation, refused)
  return { schema, changes: changes.filter(({ table, key }) => !blocked.has(rowId(table, key))) }

  /** Rows that others refer to by now stay. */
  async function blockUsed(): Promise<void> {
    for (let isFound = going.size > 0; isFound;) {
      isFound = false
      for (const { table: child, column, parent, parentColumn } of schema.references) {
        const parents = [...going.values()].filter(({ table }) => table === parent)
        for (let at = 0; at < parents.length; at += ROWS_AT_ONCE) {
          await letOthersRun()
          const values = parents.slice(at, at + ROWS_AT_ONCE).map(({ row }) => row[parentColumn]!)
          const using = await untyped(trx)
            .selectFrom(child)
            .select(schema.columns.get(child)!)
            .where(isOneOf(column, values))
            .execute()
          for (const row of using) {
            const key = keyOfRow(schema, child, row)
            const change = blocked.has(rowId(child, key)) ? undefined : byId.get(rowId(child, key))
            const owner = recordOfRow(child, row)
            const ownerId = owner && rowId(RECORD_TABLES[owner.kind][0], { id: owner.key })
            // A record's own lists go with it.
            const isOwn = owner?.isLink && going.has(ownerId!)
            if (isOwn || going.has(rowId(child, key)) || (change?.before && column in change.before)) continue
            await requireNoneLater(trx, operation, child, key)
            const id = rowId(parent, { [parentColumn]: row[column]! })
            blocked.set(id, { table: child, row, columns: blocked.has(ownerId!) ? FOLLOWS : [column] })
            going.delete(id)
            isFound = true
          }
        }
      }
    }
  }

  /** @throws {UndoRefused} if a later operation would bring back what refers to a row that goes. */
  async function requireUnnamedLater(): Promise<void> {
    if (going.size === 0) return
    const later = laterRows(trx, operation).selectAll('operation').select(['row.table_name', 'row.before'])
    for (const row of await later.where('row.before', 'is not', null).execute()) {
      const before = JSON.parse(row.before!) as DbRecord
      const isNamed = schema.references.some(
        ({ table, column, parent, parentColumn }) =>
          table === row.table_name &&
          before[column] != null &&
          going.has(rowId(parent, { [parentColumn]: before[column] })),
      )
      if (isNamed) throw await undoFirst(trx, row as Operation)
    }
  }

  /** What comes back finds what it refers to. */
  async function requireParents(): Promise<void> {
    const restored = changes.filter(({ table, key, before }) => before !== null && !blocked.has(rowId(table, key)))
    for (const { table: child, column, parent, parentColumn, optional } of schema.references) {
      if (parent === 'account') continue
      const naming = restored.filter(({ table, before }) => table === child && before![column] != null)
      const wanted = Map.groupBy(naming, ({ before }) => before![column]!)
      for (const value of wanted.keys()) if (coming.has(rowId(parent, { [parentColumn]: value }))) wanted.delete(value)
      const keys = [...wanted.keys()].map((value) => ({ [parentColumn]: value }))
      if (keys.length === 0) continue
      if (parent === 'original') {
        for (const { sha256 } of keys)
          if (!(await isKept(trx, String(sha256)))) throw new UndoRefused(REMOVAL.pictureInTrash(operation.label))
        continue
      }
      for await (const row of findRows(trx, schema, parent, keys)) wanted.delete(row[parentColumn]!)
      for (const [value, some] of wanted) {
        await requireNoneLater(trx, operation, parent, { [parentColumn]: value })
        for (const { table, key, before, after } of some) {
          const record = recordOfRow(table, key)
          const isMain =
            record &&
            !record.isLink &&
            after === null &&
            record.kind === operation.kind &&
            String(record.key) === operation.record_key
          if (optional) before![column] = null
          else if (isMain) throw new UndoRefused(REMOVAL.belongsTo(operation.label))
          else blocked.set(rowId(table, key), { table, row: before!, columns: [column] })
        }
      }
    }
  }
}

const isKept = async (trx: Trx, sha256: string) =>
  (await trx.selectFrom('original').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined
