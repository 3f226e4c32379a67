import { MERGE } from '#contract/review-messages.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import type { Trx } from '../database/tables.ts'
import { notFound } from '../errors/domain-error.ts'
import type { Call, Mount } from '../http/mount.ts'
import { requestRebuild } from '../jobs/request-rebuild.ts'
import { readAttached } from '../records/attached.ts'
import { loadDeskRecord } from '../records/desk-record.ts'
import { requireVersion, whyGone } from '../records/expected-version.ts'
import { readFields, readKey } from '../records/fields.ts'
import { findLikelyDuplicates } from '../records/likely-duplicates.ts'
import { mergeRecords } from '../records/merge/merge-records.ts'
import { readUses } from '../records/removal/uses.ts'
import { readReviewStatus } from '../records/reviewed.ts'
import { readTree } from '../records/tree-rows.ts'
import { readOperations } from '../records/undo/operation-list.ts'
import { undoOperation } from '../records/undo/undo-operation.ts'
import { readSurvivors, survivorOf } from '../repositories/merged.ts'
import { withEtag } from './with-etag.ts'

/** Rolls a preview back. */
class Preview extends Error {
  readonly answer: Awaited<ReturnType<typeof merge>>
  constructor(answer: Awaited<ReturnType<typeof merge>>) {
    super('A preview')
    this.answer = answer
  }
}

async function merge(trx: Trx, { params: { kind, key }, body, caller, request }: Call<'merge'>) {
  const from = readKey(kind, key)
  if (typeof from !== 'number') throw notFound()
  const fields = await readFields(trx, kind, from)
  if (!fields) throw await whyGone(trx, caller, kind, from)
  const header = request.headers['if-match']
  if (header !== undefined) await requireVersion(trx, caller, { kind, key: from, header, fields })
  const into = survivorOf(await readSurvivors(trx), kind, body.into)
  const { id, conflicts, labels, wasPublic } = await mergeRecords(trx, caller, { kind, from, into, take: body.take })
  if (wasPublic) await requestRebuild(trx, MERGE.note(labels.gone, labels.stays))
  const record = (await loadDeskRecord(trx, caller, kind, into))!
  return { merge: body.preview ? null : id, record, conflicts }
}

/** What staff do with records as a whole: what hangs on them, making two of them one, undo. */
export function mountDesk(mount: Mount, { db, reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  mount(
    'uses',
    ({ params: { kind, key: text } }) => {
      const key = readKey(kind, text)
      return key === undefined ? undefined : readUses(reader, kind, key)
    },
    { live: true },
  )
  mount(
    'attached',
    ({ params: { kind, key: text } }) => {
      const key = readKey(kind, text)
      return key === undefined ? undefined : readAttached(reader, kind, key)
    },
    { live: true },
  )
  mount(
    'likely',
    async ({ params: { kind, key: text } }) => {
      const key = readKey(kind, text)
      if (key === undefined || !(await readReviewStatus(reader, kind, key))) return undefined
      return findLikelyDuplicates(reader, kind, key)
    },
    { live: true },
  )
  mount('tree', ({ params: { kind } }) => readTree(reader, kind), { live: true })
  mount('operations', ({ query }) => readOperations(reader, query), { live: true })
  mount('undo', async ({ id, body, caller }) => {
    const record = await inTransaction(db, async (trx) => {
      const back = await undoOperation(trx, caller, id, { keepChanged: body?.keep_changed })
      return back && loadDeskRecord(trx, caller, back.kind, back.key)
    })
    return { record: record ?? null }
  })

  mount('merge', async (call) => {
    const answer = await inTransaction(db, async (trx) => {
      const done = await merge(trx, call)
      if (call.body.preview) throw new Preview(done)
      return done
    }).catch((error: unknown) => {
      if (error instanceof Preview) return error.answer
      throw error
    })
    if (answer.merge !== null) withEtag(call.reply, answer.record)
    return answer
  })
}
