import type * as v from 'valibot'
import { API } from '#contract/messages.ts'
import { TAKEDOWN } from '#contract/review-messages.ts'
import type { takedownEntry, takenDownAddress, takeDownRecord as order } from '#contract/review.ts'
import type { Query } from '#contract/endpoints.ts'
import { isAtLeast, type Caller } from '#rules/access/permissions.ts'
import type { Insertable } from 'kysely'
import type { Db, Tables, Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { actorOf } from '../audit.ts'
import type { PendingEdit } from '../edit-record.ts'
import { removeRecord } from '../remove-record.ts'
import { undoUntil } from '../undo/operations.ts'

type Kind = v.InferOutput<typeof takenDownAddress>['kind']
type NewTakedown = Omit<Insertable<Tables['takedown']>, 'at' | 'account_id' | 'actor'>

/** Notes who took a record down, and what its address says now. */
export async function noteTakedown(trx: Trx, caller: Caller, takedown: NewTakedown): Promise<void> {
  await trx
    .insertInto('takedown')
    .values({ ...takedown, ...(await actorOf(trx, caller)) })
    .execute()
}

/**
 * Removes a record because somebody asks for it: a removal with a reason, and with what its address says from now on.
 * @throws {DomainError} as a removal; forbidden for good, if the caller is no administrator.
 */
export async function takeDownRecord(
  trx: Trx,
  edit: PendingEdit & { kind: Kind },
  { reason, uses, shows_reason, shows_contact, for_good: isForGood }: v.InferOutput<typeof order>,
): Promise<void> {
  const { caller, kind, key } = edit
  if (isForGood && !isAtLeast(caller, 'administrator')) throw new DomainError('forbidden', API.forbidden)
  const note = isForGood ? TAKEDOWN.note(reason) : TAKEDOWN.undoable(reason)
  const { label, operation } = await removeRecord(trx, { ...edit, uses, note, isForGood })
  const shown = { shows_reason: shows_reason ? 1 : 0, shows_contact: shows_contact ? 1 : 0 } as const
  const takedown = { kind, record_key: String(key), label, reason, ...shown, operation_id: operation }
  await noteTakedown(trx, caller, takedown)
}

/** What was taken down, newest first. */
export async function readTakedowns(db: Db, { page, page_size }: Query<'takedowns'>) {
  const all = db.selectFrom('takedown as t')
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await all
    .leftJoin('operation as o', 'o.id', 't.operation_id')
    .selectAll('t')
    .select('o.undone_at')
    .orderBy('t.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const now = new Date().toISOString()
  const results = rows.map((row): v.InferOutput<typeof takedownEntry> => ({
    ...{ id: row.id, at: row.at, kind: row.kind as Kind, key: Number(row.record_key), label: row.label },
    ...{ reason: row.reason, shows_reason: row.shows_reason === 1, shows_contact: row.shows_contact === 1 },
    by: row.account_id === null ? null : { id: row.account_id, name: row.actor },
    operation: row.undone_at === null && undoUntil(row.at) > now ? row.operation_id : null,
    undone: row.undone_at != null,
  }))
  return { count, results }
}
