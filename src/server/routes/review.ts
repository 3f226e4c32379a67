import type { ReviewedKind } from '#contract/record.ts'
import type { ReviewStep } from '#rules/review.ts'
import { inTransaction } from '../database/write.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { notFound } from '../http/errors.ts'
import type { Call, Mount } from '../http/mount.ts'
import { reviewStep } from '../publishing/review-steps.ts'
import { loadDeskRecord, tagOf } from '../records/desk-record.ts'
import { readKey } from '../records/fields.ts'
import { sightOf } from '../repositories/view.ts'
import { createReviewQueue } from '../repositories/review-queue.ts'

/** The review: what waits, and each step that leads from a draft to a published record and back. */
export function mountReview(mount: Mount, { db, reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  const queue = createReviewQueue(reader)
  mount('queue', ({ query }) => queue.review({ ...query, state: query.state ?? 'waiting' }), { live: true })
  mount('submissions', ({ query, caller }) => queue.list({ ...query, author: caller.id!, view: sightOf(caller) }), {
    live: true,
  })

  const take =
    (step: ReviewStep) =>
    async ({ params, body, caller, request, reply }: Call<'publish'> | Call<'returnDraft'>) => {
      const kind: ReviewedKind = params.kind
      const key = readKey(kind, params.key)
      if (typeof key !== 'number') throw notFound()
      const header = request.headers['if-match']
      const record = await inTransaction(db, async (trx) => {
        await reviewStep(trx, { step, caller, kind, key, note: body?.note ?? '', header })
        return loadDeskRecord(trx, caller, kind, key)
      })
      if (record) reply.header('etag', tagOf(record))
      return record
    }
  mount('publish', take('publish'))
  mount('returnDraft', take('return'))
  mount('resubmit', take('resubmit'))
  mount('discard', take('discard'))
  mount('unpublish', take('unpublish'))
}
