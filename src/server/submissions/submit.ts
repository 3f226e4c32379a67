import * as v from 'valibot'
import { newFields, type RecordFields, type ReviewedKind } from '#contract/record.ts'
import { NO_ARCHIVAL_DESCRIPTION, needsReview, mayDescribeArchivally, type Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { addRecord } from '../records/write-record.ts'

/** Fields that forms may send but the server sets itself (design.md). */
const IGNORED = ['user_author', 'visibility']

/** All fields of the kind, with defaults for those that the form does not have. */
function completeFields(caller: Caller, kind: ReviewedKind, sent: RecordFields): RecordFields {
  const accepted = Object.entries(sent).filter(([field]) => !IGNORED.includes(field))
  const fields = v.parse(newFields[kind], Object.fromEntries(accepted))
  return kind === 'items' && !mayDescribeArchivally(caller) ? { ...fields, ...NO_ARCHIVAL_DESCRIPTION } : fields
}

/**
 * Saves a submission in the caller's transaction, as a draft of the caller; what staff add, except items, is published at once.
 * @param sent parsed by the contract's schema. @throws {DomainError} invalid, by field.
 */
export async function submit(trx: Trx, caller: Caller, kind: ReviewedKind, sent: RecordFields) {
  const action = needsReview(caller, kind) ? 'submitted' : 'added'
  const { key, fields } = await addRecord(trx, caller, { kind, fields: completeFields(caller, kind, sent), action })
  return { id: key as number, fields }
}
