import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { newFields } from '#contract/record.ts'
import type { RecordFields, ReviewedKind } from '#contract/record.ts'
import { isReviewed, mayDescribeArchivally } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { columnsOf } from '#rules/review.ts'
import { LISTS } from '../bundle/lists.ts'
import type { Tables } from '../database/tables.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'
import { checkLinks } from '../records/check-links.ts'
import { asDuplicate, refuseDuplicates } from '../records/duplicates.ts'
import { readFields, versionOf, writeFields } from '../records/fields.ts'
import type { Columns } from '../records/fields.ts'
import { changesBetween, keepStep } from '../records/journal.ts'
import { refreshSearch } from '../records/refresh-search.ts'

type Trx = Transaction<Tables>

/** What a form may say and the server decides by itself (design.md: whose it is, and that it is a draft). */
const NOT_BELIEVED = ['user_author', 'visibility']
/** What an item says of its place in the society's own archive (spec §6); as it is when nothing is said. */
const ARCHIVAL = { collection: null, archival_identifier: '', copyright_info: '' }

/** Every field of the kind, of what a form has sent and the contract has parsed: with what only other forms say left empty. */
function completed(caller: Caller, kind: ReviewedKind, sent: RecordFields): RecordFields {
  const believed = Object.entries(sent).filter(([field]) => !NOT_BELIEVED.includes(field))
  const fields = v.parse(newFields[kind], Object.fromEntries(believed))
  return kind === 'items' && !mayDescribeArchivally(caller) ? { ...fields, ...ARCHIVAL } : fields
}

/**
 * Takes in a record that somebody submits: with its links, its place in the full text and its step in the audit trail, in the caller's transaction.
 * It waits for the review as a draft of the caller; what staff add, but for items, is published at once and asks for a rebuild.
 * @param sent parsed by the contract's schema of the call.
 * @returns its id and its fields as they are kept.
 * @throws {Refusal} 400 with the fields that name what is not there, or what is in use by another item.
 */
export async function submit(
  trx: Trx,
  caller: Caller,
  kind: ReviewedKind,
  sent: RecordFields,
): Promise<{ id: number; fields: RecordFields }> {
  const fields = completed(caller, kind, sent)
  await checkLinks(trx, caller, kind, fields)
  if (kind === 'items') await refuseDuplicates(trx, fields)
  const waits = isReviewed(caller, kind)
  const now = new Date().toISOString()
  const columns: Columns = {
    ...columnsOf(waits ? 'waiting' : 'published'),
    author_id: caller.id,
    submitted_at: now,
    ...(kind === 'items' && { created_at: now, updated_at: now }),
  }
  const id = await written(writeFields(trx, kind, undefined, fields, columns))
  await refreshSearch(trx, kind, id)
  const kept = (await readFields(trx, kind, id))!
  await keepStep(trx, {
    caller,
    action: waits ? 'submitted' : 'added',
    kind,
    key: id,
    changes: changesBetween(undefined, kept),
    version: versionOf(kept),
  })
  if (!waits) await requestRebuild(trx, `Added: ${LISTS[kind].one} ${id}`)
  return { id, fields: kept }
}

async function written(writing: Promise<number | string>): Promise<number> {
  try {
    return (await writing) as number
  } catch (error) {
    throw asDuplicate(error)
  }
}
