import type { RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import type { RecordKey } from '../fields.ts'
import { auditAffected } from '../rows/affected-records.ts'
import { isRow, keyOfRow } from '../rows/schema.ts'
import { untyped } from '../tables.ts'
import { stepOf, type RemovedRows } from './removals.ts'
import { findRecordRow, findUsingRows, usesIn } from './uses.ts'

/** Takes a record out of its table with all rows that go with it, empties references to it, and keeps all that (put-back.ts). */
export async function takeOut(
  trx: Trx,
  caller: Caller,
  { kind, key, label }: { kind: RecordKind; key: RecordKey; label: string },
): Promise<void> {
  const { schema, table, row } = (await findRecordRow(trx, kind, key))!
  const using = await findUsingRows(trx, schema, table, row)
  const removed: RemovedRows = { rows: [{ table, row }], unlinked: [] }
  const db = untyped(trx)
  const affected = [{ kind, key }, ...usesIn(using, { kind, key })]
  await auditAffected(trx, caller, affected, { added: 'added', removed: 'removed' }, async () => {
    for (const { table: from, row: each, column, optional } of using) {
      const id = keyOfRow(schema, from, each)
      if (optional) {
        removed.unlinked.push({ table: from, key: id, column, value: each[column]! })
        await db
          .updateTable(from)
          .set({ [column]: null })
          .where(isRow(id))
          .execute()
      } else {
        removed.rows.push({ table: from, row: each })
        await db.deleteFrom(from).where(isRow(id)).execute()
      }
    }
    await db
      .deleteFrom(table)
      .where(isRow(keyOfRow(schema, table, row)))
      .execute()
  })
  await trx
    .insertInto('removal')
    .values({ kind, record_key: String(key), label, rows: JSON.stringify(removed), ...(await stepOf(trx, caller)) })
    .execute()
}
