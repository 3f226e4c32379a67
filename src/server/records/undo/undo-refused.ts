import { UNDO } from '#contract/review-messages.ts'
import type { RecordKind } from '#contract/record.ts'
import { fieldName } from '#rules/names/field-names.ts'
import { operationText } from '#rules/names/operation-text.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { namesOf } from '../names.ts'
import { recordOfRow } from '../rows/affected-records.ts'
import { LINK_TABLES, fieldOf, type DbRecord } from '../tables.ts'
import { readEntries } from './operation-list.ts'
import { rowId, toChange, type Operation, type RowChange } from './operations.ts'

/** Changed records that an answer names. */
const NAMED = 5

/** 409. `first`: the operation that has to be undone before; `changed`: what was changed since, where the rest can be undone without it (`keep_changed`). */
export class UndoRefused extends DomainError {
  override readonly body: { detail: string; first?: number; changed?: string[] }

  constructor(detail: string, more: { first?: number; changed?: string[] } = {}) {
    super('conflict', detail)
    this.body = { detail, ...more }
  }
}

export async function undoFirst(trx: Trx, later: Operation): Promise<UndoRefused> {
  const [entry] = await readEntries(trx, [later])
  return new UndoRefused(UNDO.first(operationText(entry!)), { first: later.id })
}

/** Rows of later operations, newest first. */
export const laterRows = (trx: Trx, { id }: Operation) =>
  trx
    .selectFrom('operation_row as row')
    .innerJoin('operation', 'operation.id', 'row.operation_id')
    .where('operation.id', '>', id)
    .where('operation.undone_at', 'is', null)
    .orderBy('operation.id', 'desc')

/** @throws {UndoRefused} if a later operation changed the row. */
export async function requireNoneLater(trx: Trx, operation: Operation, table: string, key: DbRecord): Promise<void> {
  const later = await laterRows(trx, operation)
    .selectAll('operation')
    .where('row.table_name', '=', table)
    .where('row.row_key', '=', JSON.stringify(key))
    .executeTakeFirst()
  if (later) throw await undoFirst(trx, later as Operation)
}

/** True if both changed the same column, or one added or deleted the row. */
const meet = (one: RowChange, other: RowChange): boolean =>
  !one.before ||
  !one.after ||
  !other.before ||
  !other.after ||
  Object.keys(one.after).some((column) => column in (other.after as object))

/** @throws {UndoRefused} if a later operation changed what this one did. */
export async function requireOwnRows(
  trx: Trx,
  operation: Operation,
  byId: ReadonlyMap<string, RowChange>,
): Promise<void> {
  const rows = await laterRows(trx, operation)
    .innerJoin('operation_row as mine', (join) =>
      join.onRef('mine.table_name', '=', 'row.table_name').onRef('mine.row_key', '=', 'row.row_key'),
    )
    .where('mine.operation_id', '=', operation.id)
    .selectAll('operation')
    .select(['row.table_name', 'row.row_key', 'row.before', 'row.after'])
    .execute()
  for (const row of rows) {
    const change = toChange(row)
    if (meet(byId.get(rowId(change.table, change.key))!, change)) throw await undoFirst(trx, row as Operation)
  }
}

/** A row, or columns of it, that an undo leaves as they are. */
export interface Blocked {
  table: string
  row: DbRecord
  columns: readonly string[]
}

/** "“Agnes Peña” (Born, Died)". */
export async function changedMeanwhile(
  trx: Trx,
  { type }: Operation,
  blocked: readonly Blocked[],
): Promise<UndoRefused> {
  const changed = new Map<string, Set<string>>()
  const records = blocked.flatMap(({ table, row, columns }) => {
    const record = recordOfRow(table, row)
    return record ? [{ ...record, table, columns }] : []
  })
  for (const { kind, key, isLink, table, columns } of records.slice(0, NAMED)) {
    const label = (await namesOf(trx, kind, [key]))[key] ?? UNDO.gone
    const fields = changed.get(label) ?? new Set()
    if (isLink) fields.add(linkField(kind, table))
    else
      for (const column of columns)
        if (column !== '') fields.add(fieldName(kind, fieldOf(kind, column.replace('visibility', 'state'))))
    changed.set(label, fields)
  }
  const names = [...changed].map(([label, fields]) =>
    fields.size > 0 ? `“${label}” (${[...fields].join(', ')})` : `“${label}”`,
  )
  const more = new Set(records.map(({ kind, key }) => `${kind} ${key}`)).size - names.length
  return type === 'split'
    ? new UndoRefused(UNDO.splitChanged(names))
    : new UndoRefused(UNDO.changed(names, Math.max(more, 0)), { changed: names })
}
const linkField = (kind: RecordKind, table: string) =>
  fieldName(kind, LINK_TABLES[kind]!.find((link) => link.table === table)!.field)
