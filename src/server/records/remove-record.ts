import { sql } from 'kysely'
import { API } from '#contract/messages.ts'
import { RECORD_KINDS, type RecordKind } from '#contract/record.ts'
import { RECORD_TABLES, linkPlaces, untyped } from './tables.ts'
import { readRecord } from './from-columns.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { touchItem } from './scan-changed.ts'
import { requireEditable, type PendingEdit } from './edit-record.ts'
import type { RecordKey } from './fields.ts'
import { changesBetween, recordAudit } from './audit.ts'
import { rebuildIfPublished } from './write-record.ts'

/** Kinds that are discarded or unpublished instead: other records and links refer to them. */
const NOT_REMOVABLE: readonly RecordKind[] = ['items', 'people', 'organizations', 'subjects', 'collections']

async function isReferenced(trx: Trx, kind: RecordKind, key: RecordKey): Promise<boolean> {
  for (const { table, to } of RECORD_KINDS.flatMap((by) => linkPlaces(by, kind))) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(to)} = ${key} limit 1`.execute(trx)
    if (rows.length > 0) return true
  }
  return false
}

/**
 * Removes a record. Its last audit entry keeps all its fields, and a picture's file stays.
 * @throws {DomainError} not-found, forbidden, version-required, changed, invalid for kinds that stay, conflict if records refer to it.
 */
export async function removeRecord(trx: Trx, edit: PendingEdit): Promise<void> {
  const { caller, kind, key } = edit
  const { status, fields } = await requireEditable(trx, edit)
  if (NOT_REMOVABLE.includes(kind)) throw new DomainError('invalid', API.staysInArchive)
  if (await isReferenced(trx, kind, key)) throw new DomainError('conflict', API.stillNamed(status.label))
  const [table, column] = RECORD_TABLES[kind]
  // The fields of a picture do not include its item and file, which the audit trail should keep.
  const record = (await readRecord(trx, kind, key))!
  const { item, file, file_name } = record
  const audited = { ...fields, ...('file' in record && { file, file_name }), ...(kind === 'scans' && { item }) }
  await untyped(trx).deleteFrom(table).where(column, '=', key).execute()
  if (kind === 'scans') await touchItem(trx, item as number)
  await recordAudit(trx, { caller, action: 'removed', kind, key, changes: changesBetween(audited, undefined) })
  await rebuildIfPublished(trx, 'Removed', status)
}
