import type * as v from 'valibot'
import { API } from '#contract/messages.ts'
import { REMOVAL, TAKEDOWN } from '#contract/review-messages.ts'
import type { RecordKind } from '#contract/record.ts'
import type { takeDownRecord } from '#contract/review.ts'
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
  // What hangs on it are its own pages.
  if (seen === undefined && kind === 'files') return
  if (seen === undefined && CENTRAL.includes(kind)) throw new DomainError('invalid', API.staysInArchive)
  const { count } = (await readUses(trx, kind, key))!
  if (count === (seen ?? 0)) return
  throw new DomainError('conflict', seen === undefined ? API.stillNamed(label) : REMOVAL.otherUses(label))
}

/** Why somebody asked for a removal, what its address says, and whether nothing is kept for an undo. */
type Takedown = Omit<v.InferOutput<typeof takeDownRecord>, 'uses'>
type Removal = PendingEdit & { uses?: number | undefined; takedown?: Takedown }
const noteOf = (takedown: Takedown | undefined) =>
  takedown ? TAKEDOWN[takedown.for_good ? 'note' : 'undoable'](takedown.reason) : ''
const operationOf = (takedown: Takedown | undefined) => ({
  ...{ type: takedown?.for_good ? ('takedown' as const) : ('removal' as const), reason: takedown?.reason ?? null },
  ...{ shows_reason: Number(takedown?.shows_reason ?? false), shows_contact: Number(takedown?.shows_contact ?? false) },
})

/** Takes a record out of its table with all rows that go with it, empties references to it, and keeps all that for an undo. */
async function takeOut(
  trx: Trx,
  caller: Caller,
  { kind, key, label }: { kind: RecordKind; key: RecordKey; label: string },
  takedown?: Takedown,
): Promise<void> {
  const { schema, table, row } = (await findRecordRow(trx, kind, key))!
  const using = await findUsingRows(trx, schema, table, row)
  const log = createChangeLog(trx, schema)
  const affected = [{ kind, key }, ...usesIn(using, { kind, key })]
  const actions = { added: 'added', removed: 'removed', note: noteOf(takedown) } as const
  await auditAffected(trx, caller, affected, actions, async () => {
    for (const { table: from, row: each, column, optional } of using) {
      if (optional) await log.update(from, each, { [column]: null })
      else await log.delete(from, each)
    }
    await log.delete(table, row)
  })
  const operation = { ...operationOf(takedown), kind, record_key: String(key), label }
  await recordOperation(trx, caller, operation, takedown?.for_good ? [] : log.changes)
}

/**
 * Removes a record with what hangs on it, perhaps because somebody asks (`takedown`). It can be brought back for thirty days (undo), and the audit trail keeps its fields; the
 * file of a picture stays.
 * @throws {DomainError} not-found, forbidden, version-required, changed, invalid for central kinds without `uses`, conflict if other records refer to
 * it than the caller has seen.
 */
export async function removeRecord(trx: Trx, edit: Removal): Promise<void> {
  const { caller, kind, key, uses, takedown } = edit
  if (takedown?.for_good && !isAtLeast(caller, 'administrator')) throw new DomainError('forbidden', API.forbidden)
  const { status } = await requireEditable(trx, edit)
  await requireSeenUses(trx, edit, status.label, uses)
  await takeOut(trx, caller, { kind, key, label: status.label }, takedown)
  await rebuildIfPublished(trx, 'Removed', status)
}
