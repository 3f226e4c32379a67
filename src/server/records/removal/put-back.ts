import { REMOVAL } from '#contract/review-messages.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { addPictureTask } from '../../jobs/queue-picture.ts'
import { toDuplicateError } from '../duplicates.ts'
import { readKey, type RecordKey } from '../fields.ts'
import { auditAffected, recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { findRow, isRow, keyOfRow, readSchema, type Schema } from '../rows/schema.ts'
import { RECORD_TABLES, untyped, type DbRecord } from '../tables.ts'
import { openRemovals, saveRows, toRemoval, type Removal, type RemovedRows } from './removals.ts'

type StoredRow = RemovedRows['rows'][number]
const same = (one: DbRecord, other: DbRecord) => JSON.stringify(one) === JSON.stringify(other)

/** Finds the removal that holds a row. */
const holderOf = (schema: Schema, removals: readonly Removal[], table: string, key: DbRecord) =>
  removals.find(({ rows: { rows } }) =>
    rows.some((stored) => stored.table === table && same(keyOfRow(schema, table, stored.row), key)),
  )

/**
 * Brings a removed record back, with its id and everything that went with it. A link to a record that was removed meanwhile waits for that one.
 * @throws {DomainError} not-found; conflict, where its time is over, its place is taken, or what it belongs to is gone.
 */
export async function putBack(trx: Trx, caller: Caller, id: number): Promise<RecordId & { label: string }> {
  const found = await trx.selectFrom('removal').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  const kind = found.kind as RecordKind
  const key = readKey(kind, found.record_key)!
  if (found.undone_at !== null) return { kind, key, label: found.label }
  const open = (await openRemovals(trx).execute()).map(toRemoval)
  const removal = open.find((each) => each.id === id)
  if (!removal) throw new DomainError('conflict', REMOVAL.tooLate(found.label))
  const schema = await readSchema(trx)
  const others = open.filter((each) => each.id !== id)
  const { rows } = await sortOut(trx, schema, removal, others)
  await requireFreePlace(trx, schema, removal, { kind, key })
  const unlinked = removal.rows.unlinked
  const affected = [
    ...rows.flatMap(({ table, row }) => recordOfRow(table, row) ?? []),
    ...unlinked.flatMap(({ table, key: of }) => recordOfRow(table, of) ?? []),
  ]
  await auditAffected(trx, caller, affected, { added: 'restored', removed: 'removed' }, async () => {
    for (const stored of rows) await insertRow(trx, schema, stored)
    for (const link of unlinked) await relink(trx, schema, link, others)
  })
  for (const { table, row } of rows) {
    if (table === 'scan' || table === 'person_image') await addPictureTask(trx, row['version'] as string)
  }
  await trx.updateTable('removal').set({ undone_at: new Date().toISOString() }).where('id', '=', id).execute()
  return { kind, key, label: removal.label }
}

/** The rows that can be inserted now. Links to records that are removed themselves move to their removals. */
async function sortOut(trx: Trx, schema: Schema, removal: Removal, others: readonly Removal[]) {
  const [main, ...more] = removal.rows.rows as [StoredRow, ...StoredRow[]]
  const coming = (table: string, key: DbRecord) =>
    removal.rows.rows.some((each) => each.table === table && same(keyOfRow(schema, table, each.row), key))
  const rows: StoredRow[] = []
  for (const stored of [main, ...more]) {
    const row = { ...stored.row }
    let isReady = true
    for (const { table, column, parent, parentColumn, optional } of schema.references) {
      const value = row[column]
      if (table !== stored.table || value === null || value === undefined) continue
      const target = { [parentColumn]: value }
      // Accounts are never removed.
      if (parent === 'account' || coming(parent, target)) continue
      if (parent === 'original') {
        if (await trx.selectFrom('original').select('sha256').where('sha256', '=', value as string).executeTakeFirst()) continue // prettier-ignore
        throw new DomainError('conflict', REMOVAL.pictureInTrash(removal.label))
      }
      if (await findRow(trx, schema, parent, target)) continue
      const holder = holderOf(schema, others, parent, target)
      if (optional) {
        row[column] = null
        holder?.rows.unlinked.push({ table, key: keyOfRow(schema, table, row), column, value })
      } else {
        if (stored === main) throw new DomainError('conflict', REMOVAL.belongsTo(removal.label, holder?.label))
        holder?.rows.rows.push(stored)
        isReady = false
      }
      if (holder) await saveRows(trx, holder)
    }
    if (isReady) rows.push({ table: stored.table, row })
  }
  return { rows }
}

/** A lot's number can be used again; ids cannot. */
async function requireFreePlace(
  trx: Trx,
  schema: Schema,
  { label }: Removal,
  { kind, key }: { kind: RecordKind; key: RecordKey },
) {
  const [table, column] = RECORD_TABLES[kind]
  if (await findRow(trx, schema, table, { [column]: key })) throw new DomainError('conflict', REMOVAL.placeTaken(label))
}

async function insertRow(trx: Trx, schema: Schema, { table, row }: StoredRow): Promise<void> {
  // Another removal brought this link back already.
  if (recordOfRow(table, row)?.isLink && (await findRow(trx, schema, table, keyOfRow(schema, table, row)))) return
  try {
    await untyped(trx).insertInto(table).values(row).execute()
  } catch (error) {
    throw toDuplicateError(error)
  }
}

/** Fills an emptied reference again, unless it was changed since. */
async function relink(
  trx: Trx,
  schema: Schema,
  { table, key, column, value }: RemovedRows['unlinked'][number],
  others: readonly Removal[],
): Promise<void> {
  const row = await findRow(trx, schema, table, key)
  if (row && row[column] === null) {
    await untyped(trx)
      .updateTable(table)
      .set({ [column]: value })
      .where(isRow(key))
      .execute()
  }
  if (row) return
  const holder = holderOf(schema, others, table, key)
  const stored = holder?.rows.rows.find((each) => each.table === table && same(keyOfRow(schema, table, each.row), key))
  if (!holder || !stored || stored.row[column] !== null) return
  stored.row[column] = value
  await saveRows(trx, holder)
}
