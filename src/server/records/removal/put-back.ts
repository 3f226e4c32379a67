import { REMOVAL } from '#contract/review-messages.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { addPictureTask } from '../../jobs/queue-picture.ts'
import { toDuplicateError } from '../duplicates.ts'
import { readKey, type RecordKey } from '../fields.ts'
import { mergeOf, saveSteps } from '../merge/merge-log.ts'
import { auditAffected, recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { findHolder, insertPlaced, placeRow, type Return } from '../rows/place-row.ts'
import { findRow, isRow, keyOfRow, readSchema, type Schema } from '../rows/schema.ts'
import { RECORD_TABLES, untyped, type DbRecord } from '../tables.ts'
import { openRemovals, saveRows, toRemoval, type Removal, type RemovedRows } from './removals.ts'

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
  const coming = new Set(removal.rows.rows.map(({ table, row }) => rowId(table, keyOfRow(schema, table, row))))
  const parts = { schema, removals: others, isComing: (table: string, of: DbRecord) => coming.has(rowId(table, of)) }
  const rows = await sortOut(trx, parts, removal)
  await requireFreePlace(trx, schema, removal, { kind, key })
  const unlinked = removal.rows.unlinked
  const affected = [
    ...rows.flatMap(({ table, placed }) => recordOfRow(table, placed.row) ?? []),
    ...unlinked.flatMap(({ table, key: of }) => recordOfRow(table, of) ?? []),
  ]
  await auditAffected(trx, caller, affected, { added: 'restored', removed: 'removed' }, async () => {
    for (const { table, placed } of rows) {
      await insertPlaced(trx, schema, table, placed).catch((error: unknown) => {
        throw toDuplicateError(error)
      })
    }
    for (const link of unlinked) await relink(trx, schema, link, others)
  })
  for (const { table, placed } of rows) {
    if (table === 'scan' || table === 'person_image') await addPictureTask(trx, placed.row['version'] as string)
  }
  await trx.updateTable('removal').set({ undone_at: new Date().toISOString() }).where('id', '=', id).execute()
  return { kind, key, label: removal.label }
}

const rowId = (table: string, key: DbRecord) => JSON.stringify([table, key])

/** The rows that can be inserted now. Links to records that are removed themselves move to their removals. */
async function sortOut(trx: Trx, parts: Return, removal: Removal) {
  const [main] = removal.rows.rows
  const rows = []
  for (const stored of removal.rows.rows) {
    const sha256 = stored.row['sha256'] as string | undefined
    if (sha256 !== undefined && !(await isKept(trx, sha256))) {
      throw new DomainError('conflict', REMOVAL.pictureInTrash(removal.label))
    }
    const placed = await placeRow(trx, parts, stored)
    if ('row' in placed) {
      rows.push({ table: stored.table, placed })
      continue
    }
    const { waitsFor } = placed
    if (stored === main) throw new DomainError('conflict', REMOVAL.belongsTo(removal.label, waitsFor?.label))
    waitsFor?.rows.rows.push(stored)
    if (waitsFor) await saveRows(trx, waitsFor)
  }
  // A link that follows a merge may be the same as one that is stored: that one comes first.
  return rows.sort((a, b) => a.placed.followed.length - b.placed.followed.length)
}

const isKept = async (trx: Trx, sha256: string) =>
  (await trx.selectFrom('original').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined

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
  const held = findHolder(schema, others, table, key)
  if (!held) return relinkMerged(trx, { table, key, column, value })
  if (held.stored.row[column] !== null) return
  held.stored.row[column] = value
  await saveRows(trx, held.removal)
}

/** The record that lost the reference became part of another since: it has it again when that is undone. */
async function relinkMerged(trx: Trx, { table, key, column, value }: RemovedRows['unlinked'][number]): Promise<void> {
  const record = recordOfRow(table, key)
  const merge = record && typeof record.key === 'number' ? await mergeOf(trx, record.kind, record.key) : undefined
  const step = merge?.steps.find(
    (each) => each.table === table && 'deleted' in each && each.deleted['id'] === key['id'],
  )
  if (!merge || !step || !('deleted' in step) || step.deleted[column] !== null) return
  step.deleted[column] = value
  await saveSteps(trx, merge)
}
