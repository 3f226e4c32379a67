import { SPLIT } from '#contract/review-messages.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Merge } from '../merge/merge-log.ts'
import { namesOf } from '../names.ts'

/** Merges that undid a split. Split and undo together changed nothing, so earlier merges can be undone without them. */
export async function mergesThatUndidSplits(trx: Trx): Promise<ReadonlySet<number>> {
  const rows = await trx.selectFrom('split').select('undone_by').where('undone_by', 'is not', null).execute()
  return new Set(rows.map(({ undone_by }) => undone_by!))
}

/**
 * Splits and merges of zones are undone in order, from the later one, so that no ground lies in two zones.
 * @throws {DomainError} conflict, if a part of the survivor was split off since, or the merge undid a split and the outline has changed since.
 */
export async function requireNoLaterSplit(trx: Trx, merge: Merge): Promise<void> {
  if (merge.kind !== 'locations') return
  const later = await trx
    .selectFrom('split')
    .innerJoin('location', 'location.id', 'split.added_id')
    .select('added_id')
    .where('kept_id', '=', merge.into_id)
    .where('last_merge', '>=', merge.id)
    .executeTakeFirst()
  if (later) {
    const names = await namesOf(trx, 'locations', [later.added_id])
    throw new DomainError('conflict', SPLIT.undoFirst(merge.label, names[later.added_id]!))
  }
  const outline = merge.steps.find((step) => step.table === 'location' && 'after' in step && 'geometry' in step.after)
  if (!outline || !('after' in outline) || !(await mergesThatUndidSplits(trx)).has(merge.id)) return
  const row = await trx.selectFrom('location').select('geometry').where('id', '=', merge.into_id).executeTakeFirst()
  if (row?.geometry !== outline.after['geometry']) {
    const names = await namesOf(trx, 'locations', [merge.into_id])
    throw new DomainError('conflict', SPLIT.changed(names[merge.into_id]!))
  }
}
