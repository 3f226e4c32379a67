import { API } from '#contract/messages.ts'
import { REMOVAL } from '#contract/review-messages.ts'
import type { RecordKind } from '#contract/record.ts'
import { isAtLeast, type Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { readSocietyId } from '../repositories/settings.ts'
import { requireEditable, type PendingEdit } from './edit-record.ts'
import type { RecordKey } from './fields.ts'
import { findRecordRow, findUsingRows, readUses, usesIn } from './removal/uses.ts'
import { auditAffected } from './rows/affected-records.ts'
import { createChangeLog, recordOperation } from './undo/operations.ts'
import { rebuildIfPublished } from './write-record.ts'

/** Kinds that much refers to: they are removed by staff who have seen what. */
const CENTRAL: readonly RecordKind[] = ['items', 'people', 'organizations', 'subjects', 'collections']

/** @param seen how many uses the caller has seen and agrees with; undefined if none was asked. */
async function requireSeenUses(trx: Trx, { caller, kind, key }: PendingEdit, label: string, seen: number | undefined) {
  if (seen !== undefined && !isAtLeast(caller, 'staff')) throw new DomainError('forbidden', API.forbidden)
  if (kind === 'organizations' && key === (await readSocietyId(trx)))
    throw new DomainError('conflict', REMOVAL.isSociety)
  if (seen === undefined && CENTRAL.includes(kind)) throw new DomainError('invalid', API.staysInArchive)
  const { count } = (await readUses(trx, kind, key))!
  if (count === (seen ?? 0)) return
  throw new DomainError('conflict', seen === undefined ? API.stillNamed(label) : REMOVAL.otherUses(label))
}

interface Removed {
  /** Why, in the audit trail. */
  note?: string
  /** Nothing is kept for an undo. */
  isForGood?: boolean
}

/** Takes a record out of its table with all rows that go with it, empties references to it, and keeps all that for an undo. */
async function takeOut(
  trx: Trx,
  caller: Caller,
  { kind, key, label, note, isForGood }: Removed & { kind: RecordKind; key: RecordKey; label: string },
): Promise<number | null> {
  const { schema, table, row } = (await findRecordRow(trx, kind, key))!
  const using = await findUsingRows(trx, schema, table, row)
  const log = createChangeLog(trx, schema)
  const affected = [{ kind, key }, ...usesIn(using, { kind, key })]
  await auditAffected(trx, caller, affected, { added: 'added', removed: 'removed', note }, async () => {
    for (const { table: from, row: each, column, optional } of using) {
      if (optional) await log.update(from, each, { [column]: null })
      else await log.delete(from, each)
    }
    await log.delete(table, row)
  })
  if (isForGood) return null
  return recordOperation(trx, caller, { type: 'removal', kind, record_key: String(key), label }, log.changes)
}

/**
 * Removes a record with what hangs on it. It can be brought back for thirty days (undo), and the audit trail keeps its fields; the
 * file of a picture stays.
 * @returns the operation that brings it back; null for good.
 * @throws {DomainError} not-found, forbidden, version-required, changed, invalid for central kinds without `uses`, conflict if other records refer to
 * it than the caller has seen.
 */
export async function removeRecord(trx: Trx, edit: PendingEdit & Removed & { uses?: number | undefined }) {
  const { caller, kind, key, uses, note = '', isForGood = false } = edit
  const { status } = await requireEditable(trx, edit)
  await requireSeenUses(trx, edit, status.label, uses)
  const operation = await takeOut(trx, caller, { kind, key, label: status.label, note, isForGood })
  await rebuildIfPublished(trx, 'Removed', status)
  return { label: status.label, operation }
}
