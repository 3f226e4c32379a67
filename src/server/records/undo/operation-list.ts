import type { Query } from '#contract/endpoints.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Operation as OperationEntry } from '#contract/undo.ts'
import type { Db } from '../../database/tables.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { readKey } from '../fields.ts'
import { namesOf } from '../names.ts'
import { openOperations, undoUntil, type Operation } from './operations.ts'

export async function readEntries(db: Db, operations: readonly Operation[]): Promise<OperationEntry[]> {
  const counts = await db
    .selectFrom('operation_row')
    .select(['operation_id', ({ fn }) => fn.countAll<number>().as('rows')])
    .where(
      isOneOf(
        'operation_id',
        operations.map(({ id }) => id),
      ),
    )
    .groupBy('operation_id')
    .execute()
  const names = new Map<string, Record<string, string>>()
  for (const [kind, some] of Map.groupBy(operations, (operation) => operation.kind)) {
    const ids = new Set(some.flatMap(({ into_id }) => into_id ?? []))
    if (kind !== '') names.set(kind, await namesOf(db, kind, [...ids]))
  }
  // Gone by now: removed, or part of yet another record.
  const isGone = ({ kind, into_id }: Operation) => into_id !== null && !names.get(kind)?.[into_id]
  const keys = operations.filter(isGone).map(({ into_id }) => String(into_id))
  const gone = await db
    .selectFrom('operation')
    .select(['kind', 'record_key', 'label'])
    .where(isOneOf('record_key', keys))
    .orderBy('id')
    .execute()
  const lastNames = new Map(gone.map(({ kind, record_key, label }) => [`${kind} ${record_key}`, label]))
  const intoOf = ({ kind, into_id }: Operation) => {
    if (into_id === null) return null
    const label = names.get(kind)?.[into_id]
    return label
      ? { key: into_id, label }
      : { key: null, label: lastNames.get(`${kind} ${into_id}`) ?? `No. ${into_id}` }
  }
  const isOpen = ({ type, at, undone_at: undone }: Operation) =>
    type !== 'takedown' && undone === null && undoUntil(at) > new Date().toISOString()
  return operations.map((operation) => ({
    ...{ id: operation.id, type: operation.type, label: operation.label, at: operation.at },
    until: isOpen(operation) ? undoUntil(operation.at) : null,
    ...{ undone: operation.undone_at !== null, reason: operation.reason },
    record:
      operation.kind === '' ? null : { kind: operation.kind, key: readKey(operation.kind, operation.record_key)! },
    into: intoOf(operation),
    rows: counts.find(({ operation_id }) => operation_id === operation.id)?.rows ?? 0,
    by: operation.account_id === null ? null : { id: operation.account_id, name: operation.actor },
  }))
}

/** What can be undone, or all that was taken down; newest first. */
export async function readOperations(db: Db, { id, type, kind, key, batch, page, page_size }: Query<'operations'>) {
  const isTakedown = type === 'takedown'
  let query = isTakedown ? db.selectFrom('operation').where('reason', 'is not', null) : openOperations(db)
  if (id !== undefined) query = query.where('id', '=', id)
  if (type !== undefined && !isTakedown) query = query.where('type', '=', type)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (batch) query = query.where('batch', '=', batch)
  if (key) query = query.where('record_key', '=', key)
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count, results: await readEntries(db, rows as Operation[]) }
}

/** The removal by which a record is gone. */
export const removalOf = (db: Db, kind: RecordKind, key: number | string) =>
  openOperations(db)
    .selectAll()
    .where('type', '=', 'removal')
    .where('kind', '=', kind)
    .where('record_key', '=', String(key))
    .orderBy('id', 'desc')
    .executeTakeFirst()
