import type { Caller } from '#rules/access/permissions.ts'
import { REVIEW_DESK } from '#contract/limits.ts'
import type { Db, Row, Trx } from '../../database/tables.ts'
import type { DbRecord, DbValue } from '../tables.ts'

/** Rows that a removal took out, and references that it emptied. */
export interface RemovedRows {
  rows: { table: string; row: DbRecord }[]
  unlinked: { table: string; key: DbRecord; column: string; value: DbValue }[]
}
export type Removal = Omit<Row<'removal'>, 'rows'> & { rows: RemovedRows }
export const toRemoval = ({ rows, ...removal }: Row<'removal'>): Removal => ({
  ...removal,
  rows: JSON.parse(rows) as RemovedRows,
})

const DAY = 24 * 60 * 60_000
/** The last moment at which a removal or a merge can be undone. */
export const undoUntil = (at: string): string => new Date(Date.parse(at) + REVIEW_DESK.undoDays * DAY).toISOString()
/** What happened before cannot be undone any more. */
export const undoableSince = () => new Date(Date.now() - REVIEW_DESK.undoDays * DAY).toISOString()

/** When, and by whom. */
export async function stepOf(trx: Trx, caller: Caller) {
  const account =
    caller.id === null
      ? undefined
      : await trx.selectFrom('account').select('name').where('id', '=', caller.id).executeTakeFirst()
  return { at: new Date().toISOString(), account_id: caller.id, actor: account?.name ?? '' }
}

/** Removals that can be undone, newest first. */
export const openRemovals = (db: Db) =>
  db
    .selectFrom('removal')
    .selectAll()
    .where('undone_at', 'is', null)
    .where('at', '>=', undoableSince())
    .orderBy('id', 'desc')

export const saveRows = (trx: Trx, { id, rows }: Removal) =>
  trx
    .updateTable('removal')
    .set({ rows: JSON.stringify(rows) })
    .where('id', '=', id)
    .execute()
