import { API } from '#contract/messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { refreshDerived } from './derived.ts'
import { requireEditable } from './edit-record.ts'
import { findUsingRows, usesIn } from './removal/uses.ts'
import { readFields } from './fields.ts'
import { auditAffected } from './rows/affected-records.ts'
import { findRow, readSchema } from './rows/schema.ts'
import { createChangeLog } from './undo/operations.ts'
import { rebuildIfPublished } from './write-record.ts'

interface Rename {
  key: string
  /** If-Match. */
  header: string | undefined
  lotNum: string
}

/**
 * Gives a lot another number. Its number is its key, so the audit trail says that one lot went and another came, with everything that refers to it.
 * @throws {DomainError} not-found, forbidden, version-required, changed; invalid, if there is a lot with that number.
 */
export async function renameLot(trx: Trx, caller: Caller, { key, header, lotNum }: Rename): Promise<void> {
  const { status } = await requireEditable(trx, { caller, kind: 'lots', key, header })
  if (lotNum === key) return
  if (await readFields(trx, 'lots', lotNum)) throw new DomainError('invalid', { lotNum: [API.lotTaken] })
  const schema = await readSchema(trx)
  const row = (await findRow(trx, schema, 'lot', { lot_num: key }))!
  const using = await findUsingRows(trx, schema, 'lot', row)
  const log = createChangeLog(trx, schema)
  const note = `Lot ${key} is lot ${lotNum} now.`
  const lots = [key, lotNum].map((each) => ({ kind: 'lots' as const, key: each }))
  const affected = [...lots, ...usesIn(using, { kind: 'lots', key })]
  await auditAffected(trx, caller, affected, { added: 'added', removed: 'removed', note }, async () => {
    // Foreign keys are checked at the end of the transaction.
    await log.update('lot', row, { lot_num: lotNum })
    for (const { table, column, row: each } of using) await log.update(table, each, { [column]: lotNum })
    await refreshDerived(trx, 'lots', lotNum)
  })
  await rebuildIfPublished(trx, 'Renamed', status)
}
