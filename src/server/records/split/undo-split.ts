import type { RecordFields } from '#contract/record.ts'
import { MERGE, SPLIT } from '#contract/review-messages.ts'
import type { SplitEntry } from '#contract/split.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { joinOutlines } from '#rules/map/outlines/split-outline.ts'
import type { Db, Row, Trx } from '../../database/tables.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { readFields } from '../fields.ts'
import { openMerge } from '../merge/merge-log.ts'
import { mergeRecords } from '../merge/merge-records.ts'
import { namesOf } from '../names.ts'
import { undoUntil, undoableSince } from '../removal/removals.ts'
import { readReviewStatus } from '../reviewed.ts'
import { rebuildIfPublished } from '../write-record.ts'
import type { SplitOutlines } from './split-zone.ts'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Splits that can be undone, newest first: both parts are still there. */
export async function readSplits(db: Db): Promise<SplitEntry[]> {
  const rows = await db
    .selectFrom('split')
    .innerJoin('location as kept', 'kept.id', 'split.kept_id')
    .innerJoin('location as added', 'added.id', 'split.added_id')
    .select(['split.id', 'kept_id', 'added_id', 'at', 'account_id', 'actor'])
    .where('at', '>=', undoableSince())
    .orderBy('split.id', 'desc')
    .execute()
  const names = await namesOf(db, 'locations', [...new Set(rows.flatMap((row) => [row.kept_id, row.added_id]))])
  return rows.map(({ id, kept_id, added_id, at, account_id, actor }) => ({
    id,
    kept: { key: kept_id, label: names[kept_id]! },
    added: { key: added_id, label: names[added_id]! },
    at,
    by: account_id === null ? null : { id: account_id, name: actor },
    until: undoUntil(at),
  }))
}

/** The name of a zone that became part of one of the two parts since the split. Merges that undid a split do not count: both together changed nothing. */
async function joinedSince(trx: Trx, { kept_id, added_id, last_merge }: Row<'split'>): Promise<string | undefined> {
  const merge = await trx
    .selectFrom('merge')
    .select('label')
    .where('kind', '=', 'locations')
    .where('into_id', 'in', [kept_id, added_id])
    .where('undone_at', 'is', null)
    .where('id', '>', last_merge)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('split').select('id').whereRef('undone_by', '=', 'merge.id'))),
    )
    .executeTakeFirst()
  return merge?.label
}

/** The fields of the part that stays: its own, with the outline before the split, or the outline of both where one was changed since. */
function outcomeOf({ before, kept, added }: SplitOutlines, stays: RecordFields, goes: RecordFields): RecordFields {
  const [one, other] = [stays['geometry'], goes['geometry']] as [SplitOutlines['kept'], SplitOutlines['added']]
  return { ...stays, geometry: same(one, kept) && same(other, added) ? before : joinOutlines([one, other]) }
}

/**
 * Undoes a split: the new part becomes part of the other one (merge-records.ts), with everything that refers to it by now. That can be undone in turn.
 * @returns the id of the zone that stays. @throws {DomainError} not-found; conflict, where its time is over or a part is gone.
 */
export async function undoSplit(trx: Trx, caller: Caller, id: number): Promise<number> {
  const split = await trx.selectFrom('split').selectAll().where('id', '=', id).executeTakeFirst()
  if (!split) throw notFound()
  const { kept_id: into, added_id: from, at } = split
  if (undoUntil(at) < new Date().toISOString()) throw new DomainError('conflict', SPLIT.tooLate)
  if (split.undone_by !== null && (await openMerge(trx, split.undone_by))) return into
  const [stays, goes] = [await readFields(trx, 'locations', into), await readFields(trx, 'locations', from)]
  if (!stays || !goes) throw new DomainError('conflict', SPLIT.gone)
  const joined = await joinedSince(trx, split)
  if (joined) throw new DomainError('conflict', MERGE.laterFirst(goes['name'] as string, joined))
  const outcome = outcomeOf(JSON.parse(split.outlines) as SplitOutlines, stays, goes)
  const merge = await mergeRecords(trx, caller, { kind: 'locations', from, into, outcome })
  await trx.updateTable('split').set({ undone_by: merge.id }).where('id', '=', id).execute()
  await rebuildIfPublished(trx, 'Split undone:', (await readReviewStatus(trx, 'locations', into))!)
  return into
}
