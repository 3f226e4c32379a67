import type * as v from 'valibot'
import { API } from '#contract/messages.ts'
import type { partOrder } from '#contract/review.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { ITEM_PARTS } from './labels.ts'
import { readReviewStatus } from './reviewed.ts'
import { auditAffected } from './rows/affected-records.ts'
import { RECORD_TABLES, untyped } from './tables.ts'
import { rebuildIfPublished } from './write-record.ts'

/**
 * Puts scans or files of an item in this order. They share the numbers that they had: others, and pages that are still to be drawn, keep theirs.
 * @throws {DomainError} not-found; invalid, where one of them is not part of the item.
 */
export async function sortParts(
  trx: Trx,
  caller: Caller,
  item: number,
  { kind, keys }: v.InferOutput<typeof partOrder>,
): Promise<void> {
  const status = await readReviewStatus(trx, 'items', item)
  if (!status) throw notFound()
  const [[table], [column]] = [RECORD_TABLES[kind], ITEM_PARTS[kind]]
  const db = untyped(trx)
  const isNamed = isOneOf('id', keys)
  const rows = await db.selectFrom(table).select(['id', column]).where('item_id', '=', item).where(isNamed).execute()
  const had = new Map(rows.map((row) => [Number(row['id']), Number(row[column])]))
  const missing = keys.find((key) => !had.has(key))
  if (missing !== undefined) throw new DomainError('invalid', { keys: [API.noSuchRecord(missing)] })
  const orders = [...had.values()].sort((a, b) => a - b)
  // Imported ones may have the same.
  for (let at = 1; at < orders.length; at += 1) orders[at] = Math.max(orders[at]!, orders[at - 1]! + 1)
  const moved = [...new Set(keys)]
    .map((key, at) => ({ kind, key, order: orders[at]! }))
    .filter(({ key, order }) => had.get(key) !== order)
  await auditAffected(trx, caller, moved, { added: 'added', removed: 'removed' }, async () => {
    for (const { key, order } of moved)
      await db
        .updateTable(table)
        .set({ [column]: order })
        .where('id', '=', key)
        .execute()
  })
  if (moved.length > 0) await rebuildIfPublished(trx, 'Sorted', status)
}
