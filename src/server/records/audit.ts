import type { AuditAction, AuditKind, RecordFields } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'

/** A field that was changed. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

/** The fields that differ between two states of a record; a record that does not exist has no fields. */
export function changesBetween(before: RecordFields = {}, after: RecordFields = {}): Change[] {
  const same = (field: string) => JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !same(field))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
}

interface Step {
  /** Missing for the command line. */
  caller?: Caller
  action: AuditAction
  kind: AuditKind
  key: RecordKey
  changes?: Change[]
  note?: string
  /** The record's version after the step (fields.ts). */
  version?: string
}

/** Adds an entry to the audit trail, in the transaction of the change. Entries are never modified. */
export async function recordAudit(trx: Trx, step: Step): Promise<void> {
  const account = step.caller?.id ?? null
  const name =
    account === null
      ? undefined
      : await trx.selectFrom('account').select('name').where('id', '=', account).executeTakeFirst()
  await trx
    .insertInto('audit')
    .values({
      at: new Date().toISOString(),
      account_id: account,
      actor: name?.name ?? '',
      action: step.action,
      kind: step.kind,
      record_key: String(step.key),
      fields: JSON.stringify(step.changes ?? []),
      note: step.note ?? '',
      version: step.version ?? '',
    })
    .execute()
}
