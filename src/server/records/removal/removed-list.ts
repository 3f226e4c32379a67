import { sql } from 'kysely'
import type { Query } from '#contract/endpoints.ts'
import type { RecordKind } from '#contract/record.ts'
import type { RemovedPage } from '#contract/review.ts'
import type { Db } from '../../database/tables.ts'
import { readKey } from '../fields.ts'
import { openRemovals, undoUntil } from './removals.ts'

/** Removed records that can be brought back, newest first. */
export async function readRemoved(db: Db, { kind, page, page_size }: Query<'removed'>): Promise<RemovedPage> {
  let query = openRemovals(db).clearSelect()
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .clearOrderBy()
    .executeTakeFirstOrThrow()
  const rows = await query
    .select(['id', 'kind', 'record_key', 'label', 'at', 'account_id', 'actor'])
    .select(sql<number>`json_array_length(rows -> 'rows') - 1`.as('with'))
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return {
    count,
    results: rows.map(({ record_key, account_id, actor, ...row }) => ({
      ...row,
      kind: row.kind as RecordKind,
      key: readKey(row.kind as RecordKind, record_key)!,
      by: account_id === null ? null : { id: account_id, name: actor },
      until: undoUntil(row.at),
    })),
  }
}
