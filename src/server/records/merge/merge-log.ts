import type { Row, Trx } from '../../database/tables.ts'
import { recordOfRow, type RecordId } from '../rows/affected-records.ts'
import { isRow, keyOfRow, type Schema } from '../rows/schema.ts'
import { untyped, type DbRecord, type DbValue } from '../tables.ts'

/** What a merge did, in order, so that it can be undone backwards. */
export type MergeStep =
  | { table: string; deleted: DbRecord }
  /** `key` is that of the row after the change. */
  | { table: string; key: DbRecord; before: DbRecord; after: DbRecord }
export type Merge = Omit<Row<'merge'>, 'rows'> & { steps: MergeStep[] }

export const toMerge = ({ rows, ...merge }: Row<'merge'>): Merge => ({
  ...merge,
  steps: JSON.parse(rows) as MergeStep[],
})

export const saveSteps = (trx: Trx, { id, steps }: Merge) =>
  trx
    .updateTable('merge')
    .set({ rows: JSON.stringify(steps) })
    .where('id', '=', id)
    .execute()

/** The merge that a record is gone by. */
export async function mergeOf(trx: Trx, kind: string, id: number): Promise<Merge | undefined> {
  const row = await trx
    .selectFrom('merge')
    .selectAll()
    .where('kind', '=', kind)
    .where('from_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row && toMerge(row)
}

/** Merges that are not undone, newest first. */
export async function openMerges(trx: Trx): Promise<Merge[]> {
  const rows = await trx.selectFrom('merge').selectAll().where('undone_at', 'is', null).orderBy('id', 'desc').execute()
  return rows.map(toMerge)
}

export async function openMerge(trx: Trx, id: number): Promise<Merge | undefined> {
  const row = await trx
    .selectFrom('merge')
    .selectAll()
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row && toMerge(row)
}

/** Changes rows and notes how to undo it. */
export function createMergeLog(trx: Trx, schema: Schema) {
  const steps: MergeStep[] = []
  const db = untyped(trx)
  return {
    steps,
    async update(table: string, row: DbRecord, after: DbRecord): Promise<void> {
      const before = Object.fromEntries(Object.keys(after).map((column) => [column, row[column] as DbValue]))
      const key = keyOfRow(schema, table, { ...row, ...after })
      await db
        .updateTable(table)
        .set(after)
        .where(isRow(keyOfRow(schema, table, row)))
        .execute()
      steps.push({ table, key, before, after })
    },
    async delete(table: string, row: DbRecord): Promise<void> {
      await db
        .deleteFrom(table)
        .where(isRow(keyOfRow(schema, table, row)))
        .execute()
      steps.push({ table, deleted: row })
    },
  }
}
export type MergeLog = ReturnType<typeof createMergeLog>

/** The records that steps touch. */
export const recordsOf = (steps: readonly MergeStep[]): RecordId[] =>
  steps.flatMap((step) => recordOfRow(step.table, 'deleted' in step ? step.deleted : step.key) ?? [])
