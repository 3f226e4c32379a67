import type { Query } from '#contract/endpoints.ts'
import type { MergedKind } from '#contract/merged.ts'
import type { MergePage } from '#contract/review.ts'
import type { Db } from '../../database/tables.ts'
import { namesOf } from '../names.ts'
import { undoUntil, undoableSince } from '../removal/removals.ts'

/** Merges that can be undone, newest first. */
export async function readMerges(db: Db, { kind, page, page_size }: Query<'merges'>): Promise<MergePage> {
  let open = db.selectFrom('merge').where('undone_at', 'is', null).where('at', '>=', undoableSince())
  if (kind !== undefined) open = open.where('kind', '=', kind)
  const { count } = await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await open
    .select(['id', 'kind', 'from_id', 'into_id', 'label', 'at', 'account_id', 'actor'])
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const names = new Map<string, Record<string, string>>()
  for (const [of, some] of Map.groupBy(rows, (row) => row.kind as MergedKind)) {
    names.set(of, await namesOf(db, of, [...new Set(some.map(({ into_id }) => into_id))]))
  }
  return {
    count,
    results: rows.map(({ id, at, label, from_id, into_id, account_id, actor, ...row }) => ({
      id,
      kind: row.kind as MergedKind,
      from: { key: from_id, label },
      into: { key: into_id, label: names.get(row.kind)?.[into_id] ?? '' },
      at,
      by: account_id === null ? null : { id: account_id, name: actor },
      until: undoUntil(at),
    })),
  }
}
