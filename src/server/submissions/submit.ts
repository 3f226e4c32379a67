import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { newFields } from '#contract/record.ts'
import type { RecordFields, ReviewedKind } from '#contract/record.ts'
import { NO_ARCHIVAL_DESCRIPTION, isReviewed, mayDescribeArchivally } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { addRecord } from '../records/write-record.ts'

/** What a form may say and the server decides by itself (design.md: whose it is, and that it is a draft). */
const NOT_BELIEVED = ['user_author', 'visibility']

/** Every field of the kind, of what a form has sent and the contract has parsed: with what only other forms say left empty. */
function completed(caller: Caller, kind: ReviewedKind, sent: RecordFields): RecordFields {
  const believed = Object.entries(sent).filter(([field]) => !NOT_BELIEVED.includes(field))
  const fields = v.parse(newFields[kind], Object.fromEntries(believed))
  return kind === 'items' && !mayDescribeArchivally(caller) ? { ...fields, ...NO_ARCHIVAL_DESCRIPTION } : fields
}

/**
 * Takes in a record that somebody submits, in the caller's transaction. It waits for the review as a draft of the caller; what staff add, but for
 * items, is published at once and asks for a rebuild.
 * @param sent parsed by the contract's schema of the call.
 * @returns its id and its fields as they are kept.
 * @throws {Refusal} 400 with the fields that name what is not there, or what is in use by another item.
 */
export async function submit(
  trx: Transaction<Tables>,
  caller: Caller,
  kind: ReviewedKind,
  sent: RecordFields,
): Promise<{ id: number; fields: RecordFields }> {
  const action = isReviewed(caller, kind) ? 'submitted' : 'added'
  const { key, fields } = await addRecord(trx, caller, { kind, fields: completed(caller, kind, sent), action })
  return { id: key as number, fields }
}
