import { API, FORM } from '#contract/messages.ts'
import type { MergedKind } from '#contract/merged.ts'
import type { FieldConflict } from '#contract/review.ts'
import { MERGE } from '#contract/review-messages.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { recordAudit, changesBetween } from '../audit.ts'
import { endClaim } from '../claims.ts'
import { readFields, versionOf } from '../fields.ts'
import { refreshSearch } from '../refresh-search.ts'
import { findUsingRows, usesIn } from '../removal/uses.ts'
import { readReviewStatus } from '../reviewed.ts'
import { auditAffected } from '../rows/affected-records.ts'
import { findRow, readSchema } from '../rows/schema.ts'
import { RECORD_TABLES, type DbRecord } from '../tables.ts'
import { toRecord } from '../to-columns.ts'
import { checkMerge, isAncestor } from './check-merge.ts'
import { isOrdered, mergeFields } from './merge-fields.ts'
import { createChangeLog, recordOperation } from '../undo/operations.ts'
import { moveLinks } from './move-links.ts'

/** Columns of a record that are not fields (to-columns.ts sets them for a bundle's row). */
const NOT_FIELDS = ['id', 'visibility', 'state']

/** The columns of a row that other fields would change. */
export function changedColumns(kind: RecordKind, row: DbRecord, fields: RecordFields): DbRecord {
  const { record } = toRecord(kind, fields)
  return Object.fromEntries(
    Object.entries(record).filter(
      ([column, value]) => column in row && !NOT_FIELDS.includes(column) && row[column] !== value,
    ),
  )
}

export interface MergeRequest {
  kind: MergedKind
  from: number
  into: number
  /** Fields whose value is that of `from`, where both have one. */
  take?: readonly string[]
}

/**
 * Two records become one: everything that refers to `from` refers to `into` afterwards, which also gets the fields that it did not have. `from` goes; its
 * id leads to `into` (repositories/merged.ts), and an undo brings it back.
 * @returns the id of the operation, and the fields where both had something else.
 * @throws {DomainError} not-found, invalid, conflict (check-merge.ts).
 */
export async function mergeRecords(trx: Trx, caller: Caller, { kind, from, into, take }: MergeRequest) {
  const [gone, stays] = [await readReviewStatus(trx, kind, from), await readReviewStatus(trx, kind, into)]
  if (!stays) throw new DomainError('invalid', { into: [API.noSuchRecord(into)] })
  await checkMerge(trx, kind, { ...gone!, key: from }, { ...stays, key: into })
  const schema = await readSchema(trx)
  const [table] = RECORD_TABLES[kind]
  const [row, survivor] = [
    (await findRow(trx, schema, table, { id: from }))!,
    (await findRow(trx, schema, table, { id: into }))!,
  ]
  const fields = { from: (await readFields(trx, kind, from))!, into: (await readFields(trx, kind, into))! }
  const belowInto = new Set<unknown>([from, into])
  for (const parent of [fields.from['subject_parent'], fields.from['parent_collection']]) {
    if (typeof parent === 'number' && (await isAncestor(trx, kind, into, parent))) belowInto.add(parent)
  }
  const fits = (field: string, value: unknown) => !field.includes('parent') || !belowInto.has(value)
  const merged = mergeFields(kind, fields.into, fields.from, fits, take)
  if (take?.length && !isOrdered(kind, merged.fields)) throw new DomainError('invalid', { take: [FORM.rangeEnd] })
  const log = createChangeLog(trx, schema)
  const affected = usesIn(await findUsingRows(trx, schema, table, row), { kind, key: from })
  // A link of the survivor can be folded into one that is moved.
  const links = usesIn(await findUsingRows(trx, schema, table, survivor), { kind, key: into })
  const others = [...affected, ...links.filter(({ effect }) => effect === 'removed')].filter(
    (record) => record.kind !== kind || (record.key !== into && record.key !== from),
  )
  const note = MERGE.note(gone!.label, stays.label)
  await auditAffected(
    trx,
    caller,
    [{ kind, key: from }, ...others],
    { added: 'added', removed: 'merged', note },
    async () => {
      const changed = changedColumns(kind, survivor, merged.fields)
      // It is named even if nothing of it changes: a merge is not undone into a record that was removed since.
      await log.update(table, survivor, changed)
      await moveLinks(trx, schema, log, table, { from, into })
      await log.delete(table, row)
    },
  )
  await endClaim(trx, kind, from)
  const after = (await readFields(trx, kind, into))!
  await recordAudit(trx, {
    caller,
    action: 'merged',
    kind,
    key: into,
    changes: changesBetween(fields.into, after),
    note,
    version: versionOf(after),
  })
  await refreshSearch(trx, kind, into)
  const wasPublic = gone!.state === 'published'
  const operation = { type: 'merge' as const, kind, record_key: String(from), into_id: into, label: gone!.label }
  const id = await recordOperation(trx, caller, { ...operation, public: wasPublic ? 1 : 0 }, log.changes)
  const conflicts: FieldConflict[] = merged.conflicts
  return { id, conflicts, labels: { gone: gone!.label, stays: stays.label }, wasPublic }
}
