import { sql } from 'kysely'
import { UNDO } from '#contract/review-messages.ts'
import type { AuditAction, ReviewedKind } from '#contract/record.ts'
import { operationText } from '#rules/names/operation-text.ts'
import { mayUndo, type Caller } from '#rules/access/permissions.ts'
import { reviewColumns, reviewState } from '#rules/access/review-steps.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { addPictureTask } from '../../jobs/queue-picture.ts'
import { requestRebuild } from '../../jobs/builds.ts'
import { letOthersRun } from '../../limits/concurrency.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { IS_EDIT, recordAudit, recordAudits, recordChange } from '../audit.ts'
import { UNIQUE_FIELDS, toDuplicateError } from '../duplicates.ts'
import { readFields, readKey, versionOf } from '../fields.ts'
import { refreshDerived, touchItems } from '../derived.ts'
import { refreshSearch } from '../refresh-search.ts'
import { readReviewStatus } from '../reviewed.ts'
import { auditAffected, idText, recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { inParts, isOneOfRows, isRow, readSchema } from '../rows/schema.ts'
import { DERIVED, untyped } from '../tables.ts'
import { planUndo, type UndoPlan } from './check-undo.ts'
import { readEntries } from './operation-list.ts'
import { undoUntil, type Operation, type RowChange } from './operations.ts'

/** What the audit trail says of records that an undo brings back or takes away. */
const ACTIONS: Partial<Record<Operation['type'], { added: AuditAction; removed: AuditAction }>> = {
  merge: { added: 'unmerged', removed: 'removed' },
  split: { added: 'added', removed: 'merged' },
}
const RESTORED = { added: 'restored', removed: 'removed' } as const

/**
 * Undoes an operation: every row is as it was before. Twice is the same as once.
 * @param keepChanged leaves rows that were changed since as they are.
 * @returns the record that is back, or that has its part back; undefined for several.
 * @throws {DomainError} not-found; forbidden; conflict, where its time is over, another one has to be undone first, or something was changed since.
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
  const { type, kind, record_key, into_id, account_id } = operation
  if (!mayUndo(caller, type, account_id)) throw new DomainError('forbidden', UNDO.byAdministrator)
  const main = kind === '' ? undefined : { kind, key: readKey(kind, record_key)! }
  const stays = main && into_id !== null ? { kind: main.kind, key: into_id } : undefined
  const result = type === 'split' ? stays : main
  if (operation.undone_at !== null) return result
  const [entry] = await readEntries(trx, [operation])
  const text = operationText(entry!)
  if (type === 'takedown') throw new DomainError('conflict', UNDO.forGood(text))
  if (undoUntil(operation.at) < new Date().toISOString()) throw new DomainError('conflict', UNDO.tooLate(text))

  const plan = await planUndo(trx, await readSchema(trx), operation, keepChanged)
  // From now on the id of a merged record is its own again.
  await trx.updateTable('operation').set({ undone_at: new Date().toISOString() }).where('id', '=', id).execute()
  const note = UNDO.done(text)
  const all = recordsOf(plan.changes)
  const isImport = type === 'import'
  const isGone = ({ table, key, before }: RowChange) => before === null && !recordOfRow(table, key)?.isLink
  const gone = isImport ? recordsOf(plan.changes.filter(isGone)) : []
  const others = new Set([...gone, ...(stays ? [stays] : [])].map(idText))
  const records = type === 'bulk' ? [] : all.filter((record) => !others.has(idText(record)))
  const before = stays && (await readFields(trx, stays.kind, stays.key))
  const { mark } = await trx
    .selectFrom('audit')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql.lit(0)).as('mark'))
    .executeTakeFirstOrThrow()
  const wasPublic = isImport || (await isAnyPublic(trx, all))
  await auditAffected(trx, caller, records, { ...(ACTIONS[type] ?? RESTORED), note }, () =>
    apply(trx, plan).catch((error: unknown) => {
      throw toDuplicateError(error)
    }),
  )
  if (isImport) {
    await forgetImported(trx, caller, gone, note)
    await noteSeen(trx, { source: operation.label, until: mark, records })
  }
  if (type === 'bulk') await auditSteps(trx, caller, plan, note)
  if (stays) {
    await recordChange(trx, { caller, action: 'unmerged', ...stays, before: before!, note })
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
  for (const { kind, key } of records) {
    await letOthersRun()
    if ((await readReviewStatus(trx, kind, key))?.state === 'published') return true
  }
  return false
}

/** Foreign keys are checked at the end of the transaction. */
async function apply(trx: Trx, { schema, changes }: UndoPlan): Promise<void> {
  const db = untyped(trx)
  const added = changes.filter(({ before }) => before === null)
  for (const [table, all] of Map.groupBy(added, (change) => change.table)) {
    for (const part of inParts(all)) {
      await letOthersRun()
      const rows = part.map(({ key }) => key)
      await db
        .deleteFrom(table)
        .where(isOneOfRows(schema, table, rows))
        .execute()
    }
  }
  // What comes back, before what refers to it.
  const restored = changes
    .filter(({ before }) => before !== null)
    .toSorted((a, b) => Number(a.after !== null) - Number(b.after !== null))
  for (const { table, key, before, after } of restored) {
    await letOthersRun()
    // The version of a scan follows from fields which may have been edited since.
    if (after !== null && table === 'scan') delete before!['version']
    if (after === null) await db.insertInto(table).values(before!).execute()
    else if (Object.keys(before!).length > 0) await db.updateTable(table).set(before!).where(isRow(key)).execute()
    if (before!['version'] !== undefined) await addPictureTask(trx, String(before!['version']))
    const derived = schema.columns.get(table)!.filter((column) => DERIVED.has(column))
    // A row that an earlier version removed lacks columns of today.
    if (derived.every((column) => after === null && column in before!)) continue
    const record = recordOfRow(table, key)!
    await refreshDerived(trx, record.kind, record.key)
  }
}

/** Records that an import added are thousands: they have no fields in the audit trail, and the next import of the same source adds them again. */
async function forgetImported(trx: Trx, caller: Caller, records: readonly RecordId[], note: string): Promise<void> {
  for (const part of inParts(records)) {
    await letOthersRun()
    await recordAudits(
      trx,
      part.map((record) => ({ caller, action: 'removed' as const, ...record, note })),
    )
    for (const [kind, some] of Map.groupBy(part, (record) => record.kind)) {
      const keys = some.map(({ key }) => String(key))
      await trx.deleteFrom('imported_row').where('list', '=', kind).where(isOneOf('record_key', keys)).execute()
    }
  }
}

interface Seen {
  source: string
  /** The last step of the audit trail before the undo. */
  until: number
  records: readonly RecordId[]
}

/** The source has seen that its changes were undone: its next import makes them again. What was edited before the undo stays a conflict. */
async function noteSeen(trx: Trx, { source, until, records }: Seen): Promise<void> {
  for (const part of inParts(records))
    for (const [kind, some] of Map.groupBy(part, (record) => record.kind)) {
      await letOthersRun()
      const keys = some.map(({ key }) => String(key))
      const steps = sql`from audit where kind = ${kind} and audit.record_key = imported_row.record_key`
      await sql`update imported_row set step = (select coalesce(max(id), 0) ${steps})
        where source = ${source} and list = ${kind} and ${isOneOf('record_key', keys)}
        and not exists (select 1 ${steps} and id > imported_row.step and id <= ${until} and ${sql.raw(IS_EDIT)})`.execute(
        trx,
      )
    }
}

/** The state of a draft is none of its fields. */
async function auditSteps(trx: Trx, caller: Caller, { changes }: UndoPlan, note: string): Promise<void> {
  for (const { table, key: row, before, after } of changes) {
    const { kind, key } = recordOfRow(table, row) as RecordId & { kind: ReviewedKind }
    const { state } = (await readReviewStatus(trx, kind, key))!
    const was = reviewState({ ...reviewColumns(state), ...(after as object) })
    const released = UNIQUE_FIELDS.filter(({ column }) => column in before!)
    const action = state === 'published' ? state : was === 'published' ? 'unpublished' : 'resubmitted'
    await recordAudit(trx, {
      ...{ caller, action, kind, key, note },
      changes: [
        { field: 'state', before: was, after: state },
        ...released.map(({ field, column }) => ({ field, before: null, after: before![column] })),
      ],
      version: versionOf((await readFields(trx, kind, key))!),
    })
    if (kind === 'items') await touchItems(trx, key as number)
    await refreshSearch(trx, kind, key)
  }
}
