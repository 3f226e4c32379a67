import type { Query } from '#contract/endpoints.ts'
import type { RecordKind } from '#contract/record.ts'
import type { Operation as OperationEntry } from '#contract/undo.ts'
import type { Db } from '../../database/tables.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { readKey } from '../fields.ts'
import { namesOf } from '../names.ts'
import { openOperations, undoUntil, type Operation } from './operations.ts'

/** Operations as staff read them. */
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
  return operations.map(({ id, type, kind, record_key, into_id, label, at, account_id, actor }) => ({
    ...{ id, type, label, at, until: undoUntil(at) },
    record: kind === '' ? null : { kind, key: readKey(kind, record_key)! },
    into: into_id === null ? null : { key: into_id, label: names.get(kind)?.[into_id] ?? '' },
    rows: counts.find(({ operation_id }) => operation_id === id)?.rows ?? 0,
    by: account_id === null ? null : { id: account_id, name: actor },
  }))
}

/** What can be undone, newest first. */
export async function readOperations(db: Db, { id, type, kind, key, batch, page, page_size }: Query<'operations'>) {
  let query = openOperations(db)
  if (id !== undefined) query = query.where('id', '=', id)
  if (type !== undefined) query = query.where('type', '=', type)
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
