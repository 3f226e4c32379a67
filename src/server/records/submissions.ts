import { REVIEWED_KINDS, type QueuePage, type RecordState, type ReviewedKind } from '#contract/record.ts'
import { reviewColumns } from '#rules/access/review-steps.ts'
import type { Db } from '../database/tables.ts'
import type { View } from '../repositories/view.ts'
import { queueEntries, type Listed } from './queue-entries.ts'
import { oldestFirst, pageOf, type Page } from './queue-order.ts'
import { reviewedQuery, toReviewed } from './reviewed.ts'

interface SubmissionsFilter {
  author: number
  kind?: ReviewedKind | undefined
  key?: number | undefined
  state?: RecordState | undefined
  /** Decides which names the reader sees. */
  view: View
}

async function submissionsOfKind(db: Db, kind: ReviewedKind, filter: SubmissionsFilter): Promise<Listed[]> {
  let query = reviewedQuery(db, kind, filter.view).where('r.author_id', '=', filter.author)
  if (filter.state !== undefined) {
    const { visibility, state } = reviewColumns(filter.state)
    query = query.where('r.visibility', '=', visibility)
    if (visibility === 'draft') query = query.where('r.state', '=', state)
  }
  if (filter.key !== undefined) query = query.where('r.id', '=', filter.key)
  return (await query.execute()).map((row) => ({ kind, ...toReviewed(kind, row) }))
}

/** A user's submissions, newest first. */
export async function readSubmissions(db: Db, filter: SubmissionsFilter, page: Page): Promise<QueuePage> {
  const all: Listed[] = []
  for (const kind of filter.kind === undefined ? REVIEWED_KINDS : [filter.kind]) {
    all.push(...(await submissionsOfKind(db, kind, filter)))
  }
  const newest = all.sort(oldestFirst).reverse()
  return { count: all.length, results: await queueEntries(db, pageOf(newest, page)) }
}
