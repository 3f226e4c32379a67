import type { MergedKind } from '#contract/merged.ts'
import type { Trx } from '../../database/tables.ts'
import { mergeOf, openMerge, saveSteps, type Merge } from '../merge/merge-log.ts'
import { saveRows, type Removal } from '../removal/removals.ts'
import { untyped, type DbRecord, type DbValue } from '../tables.ts'
import { recordOfRow } from './affected-records.ts'
import { findRow, keyOfRow, type Schema } from './schema.ts'

export interface StoredRow {
  table: string
  row: DbRecord
}

const same = (one: DbRecord, other: DbRecord) => JSON.stringify(one) === JSON.stringify(other)

/** The removal that holds a row, with that row. */
export function findHolder(schema: Schema, removals: readonly Removal[], table: string, key: DbRecord) {
  for (const removal of removals) {
    const stored = removal.rows.rows.find(
      (each) => each.table === table && same(keyOfRow(schema, table, each.row), key),
    )
    if (stored) return { removal, stored }
  }
  return undefined
}

const MERGED_TABLES: Record<string, MergedKind> = {
  person: 'people',
  organization: 'organizations',
  subject: 'subjects',
  collection: 'collections',
  location: 'locations',
}

/** What comes back, and what else is removed at the moment. */
export interface Return {
  schema: Schema
  /** Removals that hold other rows. */
  removals: readonly Removal[]
  /** True for rows that come back together with it. */
  isComing(table: string, key: DbRecord): boolean
}

/** A row that can be inserted now, with the merges that its references follow. */
interface Placed {
  stored: DbRecord
  row: DbRecord
  followed: { merge: Merge; column: string; before: DbValue }[]
}

/**
 * Prepares a row that was taken out for its return. A reference to a record that became part of another leads to that one; an optional one to a removed
 * record waits for it. @returns the removal (undefined if none is known) of a record that the row cannot be without.
 */
export async function placeRow(
  trx: Trx,
  { schema, removals, isComing }: Return,
  { table, row: stored }: StoredRow,
): Promise<Placed | { waitsFor: Removal | undefined }> {
  const row = { ...stored }
  const followed: Placed['followed'] = []
  for (const { table: child, column, parent, parentColumn, optional } of schema.references) {
    // Accounts are never removed; whoever calls this looks for originals.
    if (child !== table || parent === 'account' || parent === 'original') continue
    const kind = MERGED_TABLES[parent]
    for (;;) {
      const value = row[column]
      if (value === null || value === undefined) break
      const target = { [parentColumn]: value }
      if (isComing(parent, target) || (await findRow(trx, schema, parent, target))) break
      const merge = kind && (await mergeOf(trx, kind, value as number))
      if (merge) {
        row[column] = merge.into_id
        followed.push({ merge, column, before: value })
        continue
      }
      const holder = findHolder(schema, removals, parent, target)?.removal
      if (!optional) return { waitsFor: holder }
      row[column] = null
      holder?.rows.unlinked.push({ table, key: keyOfRow(schema, table, row), column, value })
      if (holder) await saveRows(trx, holder)
    }
  }
  return { stored, row, followed }
}

/** Inserts a placed row. A link that is there already is not added twice. Merges that it follows can still be undone. */
export async function insertPlaced(
  trx: Trx,
  schema: Schema,
  table: string,
  { stored, row, followed }: Placed,
): Promise<void> {
  const key = keyOfRow(schema, table, row)
  const isThere = recordOfRow(table, row)?.isLink === true && (await findRow(trx, schema, table, key)) !== undefined
  if (!isThere) await untyped(trx).insertInto(table).values(row).execute()
  // Each merge notes what it would have done itself: the first one that finds the same link there folds it.
  let state = stored
  for (const [at, { merge: each, column, before }] of followed.entries()) {
    const merge = (await openMerge(trx, each.id))!
    const next = { ...state, [column]: merge.into_id }
    const nextKey = keyOfRow(schema, table, next)
    const later = followed[at + 1]
    const isFolded = isThere && (!later || (await hadRow(trx, schema, later.merge.id, table, nextKey)))
    if (isFolded) merge.steps.push({ table, deleted: state })
    else merge.steps.push({ table, key: nextKey, before: { [column]: before }, after: { [column]: merge.into_id } })
    await saveSteps(trx, merge)
    if (isFolded) return
    state = next
  }
}

/** True if a merge found this row there. */
async function hadRow(trx: Trx, schema: Schema, id: number, table: string, key: DbRecord): Promise<boolean> {
  const { steps } = (await openMerge(trx, id))!
  return steps.some(
    (step) =>
      step.table === table &&
      same(keyOfRow(schema, table, 'deleted' in step ? step.deleted : { ...step.key, ...step.before }), key),
  )
}
