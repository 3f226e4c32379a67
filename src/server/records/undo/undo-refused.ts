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
import type { Operation } from './operations.ts'

/** A row, or columns of it, that was changed since. */
export interface Changed {
  table: string
  row: DbRecord
  columns: readonly string[]
}

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

/** Changed records that an answer names. */
const NAMED = 5

/** "“Agnes Peña” (Born, Died)". */
export async function changedMeanwhile(trx: Trx, { type }: Operation, all: readonly Changed[]): Promise<UndoRefused> {
  const changed = new Map<string, Set<string>>()
  const records = all.flatMap(({ table, row, columns }) => {
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
  if (type === 'succession') return new UndoRefused(UNDO.successionChanged(names))
  return type === 'split'
    ? new UndoRefused(UNDO.splitChanged(names))
    : new UndoRefused(UNDO.changed(names, Math.max(more, 0)), { changed: names })
}
const linkField = (kind: RecordKind, table: string) =>
  fieldName(kind, LINK_TABLES[kind]!.find((link) => link.table === table)!.field)
