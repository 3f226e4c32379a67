import { MERGE } from '#contract/review-messages.ts'
import type { MergedKind } from '#contract/merged.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { recordAudit, changesBetween } from '../audit.ts'
import { readFields, versionOf } from '../fields.ts'
import { refreshSearch } from '../refresh-search.ts'
import { openRemovals, saveRows, toRemoval, undoUntil } from '../removal/removals.ts'
import { auditAffected, idText } from '../rows/affected-records.ts'
import { findHolder, insertPlaced, placeRow, type Return } from '../rows/place-row.ts'
import { findRow, isRow, keyOfRow, readSchema, type Schema } from '../rows/schema.ts'
import { RECORD_TABLES, untyped, type DbRecord } from '../tables.ts'
import { mergesThatUndidSplits, requireNoLaterSplit } from '../split/split-order.ts'
import { changedColumns } from './merge-records.ts'
import { mergeOf, openMerges, recordsOf, saveSteps, toMerge, type Merge, type MergeStep } from './merge-log.ts'

type ChangedRow = Extract<MergeStep, { key: DbRecord }>
const conflict = (sentence: string) => new DomainError('conflict', sentence)

/**
 * Undoes a merge: the record that went comes back with its id, fields and links. What was changed since stays as it is.
 * @throws {DomainError} not-found; conflict, where its time is over, or another step has to be undone first.
 */
export async function undoMerge(trx: Trx, caller: Caller, id: number) {
  const found = await trx.selectFrom('merge').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  const merge = toMerge(found)
  const kind = merge.kind as MergedKind
  const result = { kind, key: merge.from_id, label: merge.label }
  if (merge.undone_at !== null) return result
  await requireUndoable(trx, kind, merge)
  const schema = await readSchema(trx)
  const removals = (await openRemovals(trx).execute()).map(toRemoval)
  const [table] = RECORD_TABLES[kind]
  const parts: Return = {
    schema,
    removals,
    isComing: (parent, key) => parent === table && key['id'] === merge.from_id,
  }
  const before = (await readFields(trx, kind, merge.into_id))!
  const note = MERGE.undone(merge.label)
  const own = idText({ kind, key: merge.into_id })
  const affected = recordsOf(merge.steps).filter((record) => idText(record) !== own)
  // From now on the id is its own again.
  await trx.updateTable('merge').set({ undone_at: new Date().toISOString() }).where('id', '=', id).execute()
  await auditAffected(trx, caller, affected, { added: 'unmerged', removed: 'removed', note }, async () => {
    for (const step of merge.steps.toReversed()) await undoStep(trx, parts, step)
    await refreshDerived(trx, kind, merge.into_id)
  })
  const after = (await readFields(trx, kind, merge.into_id))!
  await recordAudit(trx, {
    caller,
    action: 'unmerged',
    kind,
    key: merge.into_id,
    changes: changesBetween(before, after),
    note,
    version: versionOf(after),
  })
  await refreshSearch(trx, kind, merge.into_id)
  return result
}

async function requireUndoable(trx: Trx, kind: MergedKind, merge: Merge): Promise<void> {
  if (undoUntil(merge.at) < new Date().toISOString()) throw conflict(MERGE.tooLate(merge.label))
  const further = await mergeOf(trx, kind, merge.into_id)
  if (further) throw conflict(MERGE.laterFirst(merge.label, further.label))
  if (!(await readFields(trx, kind, merge.into_id))) throw conflict(MERGE.survivorRemoved(merge.label))
  if (await readFields(trx, kind, merge.from_id)) throw conflict(MERGE.placeTaken(merge.label))
  await requireNoLaterSplit(trx, merge)
  const undidSplits = await mergesThatUndidSplits(trx)
  const later = (await openMerges(trx)).filter(({ id }) => id > merge.id && !undidSplits.has(id))
  const places = placesOf(merge.steps)
  const overlapping = later.find(({ steps }) => [...placesOf(steps)].some((place) => places.has(place)))
  if (overlapping) throw conflict(MERGE.laterFirst(merge.label, overlapping.label))
}

/**
 * What a merge changed: columns of rows, and people whose marriages it changed, since both sides of such a row can be merged. Of two merges that changed
 * the same, the later one is undone first.
 */
function placesOf(steps: readonly MergeStep[]): Set<string> {
  const couple = ({ person_id, spouse_id }: DbRecord) => [person_id, spouse_id]
  return new Set(
    steps.flatMap((step) => {
      if (step.table === 'person_spouse') {
        const ids = 'deleted' in step ? couple(step.deleted) : [...couple(step.key), ...Object.values(step.before)]
        return ids.map((id) => `married ${id}`)
      }
      if ('deleted' in step) return []
      return Object.keys(step.after).map((column) => JSON.stringify([step.table, step.key, column]))
    }),
  )
}

async function undoStep(trx: Trx, parts: Return, step: MergeStep): Promise<void> {
  const { schema, removals } = parts
  if ('deleted' in step) {
    const placed = await placeRow(trx, parts, { table: step.table, row: step.deleted })
    if ('row' in placed) return insertPlaced(trx, schema, step.table, placed)
    placed.waitsFor?.rows.rows.push({ table: step.table, row: step.deleted })
    if (placed.waitsFor) await saveRows(trx, placed.waitsFor)
    return
  }
  const row = await findRow(trx, schema, step.table, step.key)
  if (row) {
    const columns = unchanged(row, step)
    if (Object.keys(columns).length === 0) return
    await untyped(trx).updateTable(step.table).set(columns).where(isRow(step.key)).execute()
    return
  }
  const held = findHolder(schema, removals, step.table, step.key)
  if (!held) return undoInMerge(trx, schema, step)
  Object.assign(held.stored.row, unchanged(held.stored.row, step))
  await saveRows(trx, held.removal)
}

/** The columns that still are as the merge left them, as they were before. */
const unchanged = (row: DbRecord, { before, after }: ChangedRow): DbRecord =>
  Object.fromEntries(Object.entries(before).filter(([column]) => row[column] === after[column]))

/** A later merge folded the row: it comes back as it was before both. */
async function undoInMerge(trx: Trx, schema: Schema, step: ChangedRow): Promise<void> {
  for (const merge of await openMerges(trx)) {
    const folded = merge.steps.find(
      (each) =>
        'deleted' in each &&
        each.table === step.table &&
        JSON.stringify(keyOfRow(schema, each.table, each.deleted)) === JSON.stringify(step.key),
    )
    if (!folded || !('deleted' in folded)) continue
    Object.assign(folded.deleted, unchanged(folded.deleted, step))
    await saveSteps(trx, merge)
    return
  }
}

/** Columns that follow from fields that were edited since. */
async function refreshDerived(trx: Trx, kind: MergedKind, id: number): Promise<void> {
  const [table] = RECORD_TABLES[kind]
  const row = (await findRow(trx, await readSchema(trx), table, { id }))!
  const { search } = changedColumns(kind, row, (await readFields(trx, kind, id))!)
  if (search === undefined) return
  await untyped(trx).updateTable(table).set({ search }).where('id', '=', id).execute()
}
