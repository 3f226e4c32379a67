import { PICTURE } from '#contract/picture-messages.ts'
import type { Db, Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { refreshScanVersion } from '../records/derived.ts'
import { requireEditable, type PendingEdit } from '../records/edit-record.ts'
import { findRecordRow } from '../records/removal/uses.ts'
import { auditAffected } from '../records/rows/affected-records.ts'
import { createChangeLog, recordOperation } from '../records/undo/operations.ts'
import { rebuildIfPublished } from '../records/write-record.ts'
import type { Picture } from './inspect-picture.ts'

/** A scan whose picture the caller saw: If-Match names its version. @throws {DomainError} not-found, forbidden, version-required, changed. */
export async function requireReplaceable(trx: Db, edit: PendingEdit) {
  const id = Number(edit.key)
  const scan = await trx.selectFrom('scan').select('version').where('id', '=', id).executeTakeFirst()
  return requireEditable(trx, edit, scan?.version)
}

/**
 * Shows another picture in a scan, which keeps its place, text and description. For thirty days that can be undone; the file of the old one stays. The
 * original has a row already.
 * @throws {DomainError} not-found, forbidden, version-required, changed; invalid for the picture that is there.
 */
export async function replacePicture(trx: Trx, edit: PendingEdit, { sha256 }: Picture): Promise<void> {
  const { caller, kind, key } = edit
  const { status } = await requireReplaceable(trx, edit)
  const { schema, table, row } = (await findRecordRow(trx, kind, key))!
  if (row['sha256'] === sha256) throw new DomainError('invalid', { image: [PICTURE.same] })
  const log = createChangeLog(trx, schema)
  await auditAffected(trx, caller, [{ kind, key }], { added: 'added', removed: 'removed' }, async () => {
    // Nobody knows where the words stand on it.
    await log.update(table, row, { sha256, turn: 0, words: '' })
    await refreshScanVersion(trx, Number(key))
  })
  const operation = { type: 'replacement' as const, kind, record_key: String(key), label: status.label }
  await recordOperation(trx, caller, operation, log.changes)
  await rebuildIfPublished(trx, 'Replaced', status)
}
