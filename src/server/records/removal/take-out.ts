import type { RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import type { RecordKey } from '../fields.ts'
import { auditAffected } from '../rows/affected-records.ts'
import { createChangeLog, recordOperation } from '../undo/operations.ts'
import { findRecordRow, findUsingRows, usesIn } from './uses.ts'

/** Takes a record out of its table with all rows that go with it, empties references to it, and keeps all that for an undo. */
export async function takeOut(
  trx: Trx,
  caller: Caller,
  { kind, key, label }: { kind: RecordKind; key: RecordKey; label: string },
): Promise<void> {
  const { schema, table, row } = (await findRecordRow(trx, kind, key))!
  const using = await findUsingRows(trx, schema, table, row)
  const log = createChangeLog(trx, schema)
  const affected = [{ kind, key }, ...usesIn(using, { kind, key })]
  await auditAffected(trx, caller, affected, { added: 'added', removed: 'removed' }, async () => {
    for (const { table: from, row: each, column, optional } of using) {
      if (optional) await log.update(from, each, { [column]: null })
      else await log.delete(from, each)
    }
    await log.delete(table, row)
  })
  await recordOperation(trx, caller, { type: 'removal', kind, record_key: String(key), label }, log.changes)
}
