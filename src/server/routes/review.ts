import type { ArchiveDatabase } from '../database/open.ts'
import type { Mount } from '../http/mount.ts'
import { createReviewQueue } from '../repositories/review-queue.ts'

/** The review: what waits, and each step that leads from a draft to a published record and back. */
export function mountReview(mount: Mount, { reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  const queue = createReviewQueue(reader)
  mount('queue', ({ query }) => queue.review({ ...query, state: query.state ?? 'waiting' }), { live: true })
  mount('submissions', ({ query, caller }) => queue.list({ ...query, author: caller.id! }), { live: true })
}
