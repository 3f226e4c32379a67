import { setImmediate as letOthersRun } from 'node:timers/promises'
import { UNDO } from '#contract/review-messages.ts'
import type { AuditAction, ReviewedKind } from '#contract/record.ts'
import { operationText } from '#rules/names/operation-text.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { reviewState } from '#rules/access/review-steps.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { addPictureTask } from '../../jobs/queue-picture.ts'
import { requestRebuild } from '../../jobs/builds.ts'
import { changesBetween, recordAudit } from '../audit.ts'
import { UNIQUE_FIELDS, toDuplicateError } from '../duplicates.ts'
import { readFields, readKey, versionOf } from '../fields.ts'
import { changedColumns } from '../merge/merge-records.ts'
import { refreshSearch } from '../refresh-search.ts'
import { readReviewStatus } from '../reviewed.ts'
import { touchItem } from '../scan-changed.ts'
import { auditAffected, idText, recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { findRow, isRow, readSchema } from '../rows/schema.ts'
import { untyped } from '../tables.ts'
import { planUndo, type UndoPlan } from './check-undo.ts'
import { readEntries } from './operation-list.ts'
import { undoUntil, type Operation, type RowChange } from './operations.ts'

/** What the audit trail says of records that an undo brings back or takes away. */
const ACTIONS: Record<Operation['type'], { added: AuditAction; removed: AuditAction }> = {
  removal: { added: 'restored', removed: 'removed' },
  merge: { added: 'unmerged', removed: 'removed' },
  split: { added: 'added', removed: 'merged' },
  bulk: { added: 'restored', removed: 'removed' },
  import: { added: 'restored', removed: 'removed' },
}

/**
 * Undoes an operation: every row is as it was before. Twice is the same as once.
 * @param keepChanged leaves rows that were changed since as they are.
 * @returns the record that is back, or that has its part back; undefined for several.
 * @throws {DomainError} not-found; conflict, where its time is over, another one has to be undone first, or something was changed since.
 */
export async function undoOperation(
  trx: Trx,
  caller: Caller,
  id: number,
  { keepChanged = false } = {},
): Promise<RecordId | undefined> {
  const operation = (await trx.selectFrom('operation').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Operation
    | undefined
  if (!operation) throw notFound()
  const { kind, record_key, into_id } = operation
  const main = kind === '' ? undefined : { kind, key: readKey(kind, record_key)! }
  const stays = main && into_id !== null ? { kind: main.kind, key: into_id } : undefined
  const result = operation.type === 'split' ? stays : main
  if (operation.undone_at !== null) return result
  const [entry] = await readEntries(trx, [operation])
  const text = operationText(entry!)
  if (undoUntil(operation.at) < new Date().toISOString()) throw new DomainError('conflict', UNDO.tooLate(text))

  const plan = await planUndo(trx, await readSchema(trx), operation, keepChanged)
  // From now on the id of a merged record is its own again.
  await trx.updateTable('operation').set({ undone_at: new Date().toISOString() }).where('id', '=', id).execute()
  const note = UNDO.done(text)
  const all = recordsOf(plan.changes)
  const records = operation.type === 'bulk' ? [] : all.filter((record) => !stays || idText(record) !== idText(stays))
  const before = stays && (await readFields(trx, stays.kind, stays.key))
  const wasPublic = await isAnyPublic(trx, all)
  await auditAffected(trx, caller, records, { ...ACTIONS[operation.type], note }, () =>
    apply(trx, plan).catch((error: unknown) => {
      throw toDuplicateError(error)
    }),
  )
  if (operation.type === 'bulk') await auditSteps(trx, caller, plan, note)
  if (stays) {
    const after = (await readFields(trx, stays.kind, stays.key))!
    const changes = changesBetween(before, after)
    await recordAudit(trx, { caller, action: 'unmerged', ...stays, changes, note, version: versionOf(after) })
    await refreshSearch(trx, stays.kind, stays.key)
  }
  if (wasPublic || (await isAnyPublic(trx, records))) await requestRebuild(trx, note)
  return result
}

const recordsOf = (changes: readonly RowChange[]): RecordId[] => {
  const records = changes.flatMap(({ table, key }) => recordOfRow(table, key) ?? [])
  return [...new Map(records.map(({ kind, key }) => [idText({ kind, key }), { kind, key }])).values()]
}

async function isAnyPublic(trx: Trx, records: readonly RecordId[]): Promise<boolean> {
  for (const { kind, key } of records) if ((await readReviewStatus(trx, kind, key))?.state === 'published') return true
  return false
}

/** Rows between which other requests are answered. */
const AT_ONCE = 100

/** Foreign keys are checked at the end of the transaction. */
async function apply(trx: Trx, { schema, changes }: UndoPlan): Promise<void> {
  const db = untyped(trx)
  const added = changes.filter(({ before }) => before === null)
  const updated = changes.filter(({ before, after }) => before !== null && after !== null)
  const deleted = changes.filter(({ after }) => after === null)
  for (const [at, { table, key, before, after }] of [...added, ...updated, ...deleted].entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await letOthersRun()
    if (before === null) await db.deleteFrom(table).where(isRow(key)).execute()
    else if (after !== null) {
      if (Object.keys(before).length > 0) await db.updateTable(table).set(before).where(isRow(key)).execute()
    } else {
      await db.insertInto(table).values(before).execute()
    }
    if (before?.['version'] !== undefined) await addPictureTask(trx, String(before['version']))
  }
  // Columns that follow from fields which were edited since.
  for (const { table, key } of updated) {
    if (!schema.columns.get(table)!.includes('search')) continue
    const { kind, key: id } = recordOfRow(table, key)!
    const row = (await findRow(trx, schema, table, key))!
    const { search } = changedColumns(kind as 'people', row, (await readFields(trx, kind, id))!)
    if (search !== undefined) await db.updateTable(table).set({ search }).where(isRow(key)).execute()
  }
}

/** The state of a draft is none of its fields. */
async function auditSteps(trx: Trx, caller: Caller, { changes }: UndoPlan, note: string): Promise<void> {
  for (const { table, key: row, before, after } of changes) {
    const { kind, key } = recordOfRow(table, row) as RecordId & { kind: ReviewedKind }
    const was = reviewState({ visibility: 'draft', ...before, ...(after as object) } as Parameters<
      typeof reviewState
    >[0])
    const { state } = (await readReviewStatus(trx, kind, key))!
    const released = UNIQUE_FIELDS.filter(({ column }) => column in before!)
    await recordAudit(trx, {
      ...{ caller, action: was === 'published' ? 'unpublished' : 'resubmitted', kind, key, note },
      changes: [
        { field: 'state', before: was, after: state },
        ...released.map(({ field, column }) => ({ field, before: null, after: before![column] })),
      ],
      version: versionOf((await readFields(trx, kind, key))!),
    })
    if (kind === 'items') await touchItem(trx, key as number)
    await refreshSearch(trx, kind, key)
  }
}
