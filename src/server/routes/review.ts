import { endpoints, type Endpoint } from '#contract/endpoints.ts'
import type { ReviewedKind } from '#contract/record.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import { inTransaction } from '../database/write.ts'
import type { Databases } from '../database/open.ts'
import { noContent, type Call, type Mount } from '../http/mount.ts'
import { setAudience } from '../publishing/audience.ts'
import { reviewInBatch, reviewStep } from '../publishing/review-steps.ts'
import { claimRecord, endClaim } from '../records/claims.ts'
import { loadDeskRecord } from '../records/desk-record.ts'
import { readKey, requireKey } from '../records/fields.ts'
import { viewForCaller } from '../repositories/view.ts'
import { readReviewStatus } from '../records/reviewed.ts'
import { readReviewQueue, readSubmissions } from '../records/review-queue.ts'
import type { SiteBuilds } from './archive-state.ts'
import { withEtag } from '../http/headers.ts'

/** The review: the queue, submissions, and the steps between draft and published. */
export function mountReview(mount: Mount, { db, reader, site }: Databases & { site: SiteBuilds | undefined }): void {
  mount('queue', ({ query }) => {
    site?.prepareBuild?.()
    return readReviewQueue(reader, query)
  })
  mount('submissions', ({ query, caller }) =>
    readSubmissions(reader, { ...query, author: caller.id!, view: viewForCaller(caller) }, query),
  )

  mount('claim', async ({ params, body, caller }) => {
    site?.prepareBuild?.()
    const [kind, key] = [params.kind, requireKey(params)]
    return inTransaction(db, async (trx) => {
      if (!(await readReviewStatus(trx, kind, key))) return undefined
      return claimRecord(trx, caller, { kind, key, takeOver: body?.take_over ?? false })
    })
  })
  mount('release', ({ params: { kind, key: text }, caller }) => {
    const key = readKey(kind, text)
    return noContent(inTransaction(db, async (trx) => key !== undefined && endClaim(trx, kind, key, caller)))
  })

  const takeStep =
    (step: ReviewStep, { requiresVersion }: Endpoint) =>
    async ({ params, body, caller, request, reply }: Call<'publish'> | Call<'returnDraft'>) => {
      const kind: ReviewedKind = params.kind
      const key = requireKey(params) as number
      const header = request.headers['if-match']
      const note = body?.note ?? ''
      const record = await inTransaction(db, async (trx) => {
        const request = { step, caller, kind, key, note, header, requiresVersion: requiresVersion === true }
        await (body?.batch === undefined ? reviewStep(trx, request) : reviewInBatch(trx, request, body.batch))
        return loadDeskRecord(trx, caller, kind, key)
      })
      return withEtag(reply, record)
    }
  mount('publish', takeStep('publish', endpoints.publish))
  mount('returnDraft', takeStep('return', endpoints.returnDraft))
  mount('resubmit', takeStep('resubmit', endpoints.resubmit))
  mount('discard', takeStep('discard', endpoints.discard))
  mount('unpublish', takeStep('unpublish', endpoints.unpublish))
  mount('setAudience', async ({ params, body, caller, request, reply }) => {
    const [kind, key] = [params.kind, requireKey(params) as number]
    const record = await inTransaction(db, async (trx) => {
      await setAudience(trx, { caller, kind, key, until: body.hidden_until, header: request.headers['if-match'] })
      return loadDeskRecord(trx, caller, kind, key)
    })
    return withEtag(reply, record)
  })
}
