import { MERGE } from '#contract/review-messages.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import type { Trx } from '../database/tables.ts'
import type { Call, Mount } from '../http/mount.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { readAttached } from '../records/attached.ts'
import { loadDeskRecord } from '../records/desk-record.ts'
import { requireVersion, whyGone } from '../records/expected-version.ts'
import { readFields, requireKey } from '../records/fields.ts'
import { findLikelyDuplicates } from '../records/likely-duplicates.ts'
import { mergeRecords } from '../records/merge/merge-records.ts'
import { readUses } from '../records/removal/uses.ts'
import { readReviewStatus } from '../records/reviewed.ts'
import { readTree } from '../records/tree-rows.ts'
import { readOperations } from '../records/undo/operation-list.ts'
import { undoOperation } from '../records/undo/undo-operation.ts'
import { readSurvivors, survivorOf } from '../repositories/merged.ts'
import { NO_STORE, withEtag } from '../http/headers.ts'
import { createDeskExport } from '../bundle/desk-export.ts'
import { renameLot } from '../records/rename-lot.ts'
import { succeed } from '../records/split/succeed.ts'
import { splitZone, readZoneLinks } from '../records/split/split-zone.ts'

/** Rolls a preview back. */
const PREVIEW = new Error('A preview')

async function merge(trx: Trx, { params: { kind, key }, body, caller, request }: Call<'merge'>) {
  const from = requireKey({ kind, key }) as number
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

/** What staff do with records as a whole: what hangs on them, making two of them one, dividing zones on the map, undo. */
export function mountDesk(
  mount: Mount,
  { db, reader, secret, site }: { db: ArchiveDatabase; reader: ArchiveDatabase; secret: string; site: string },
): void {
  const files = createDeskExport(reader, secret, site)
  mount('exportLink', ({ query }) => files.link(query))
  mount('exportFile', async ({ query, reply }) => {
    const file = await files.file(query)
    if (!file) return undefined
    reply.header('content-type', file.type).header('cache-control', NO_STORE)
    return reply.header('content-disposition', `attachment; filename="${file.name}"`).send(file.content)
  })
  mount('uses', async ({ params }) => readUses(reader, params.kind, requireKey(params)))
  mount('attached', async ({ params }) => readAttached(reader, params.kind, requireKey(params)))
  mount('likely', async ({ params }) => {
    const [kind, key] = [params.kind, requireKey(params)]
    return (await readReviewStatus(reader, kind, key)) && findLikelyDuplicates(reader, kind, key)
  })
  mount('tree', ({ params: { kind } }) => readTree(reader, kind))
  mount('operations', ({ query }) => readOperations(reader, query))
  mount('undo', async ({ id, body, caller }) => {
    const record = await inTransaction(db, async (trx) => {
      const back = await undoOperation(trx, caller, id, { keepChanged: body?.keep_changed })
      return back && loadDeskRecord(trx, caller, back.kind, back.key)
    })
    return { record: record ?? null }
  })

  mount('merge', async (call) => {
    let answer: Awaited<ReturnType<typeof merge>> | undefined
    await inTransaction(db, async (trx) => {
      answer = await merge(trx, call)
      if (call.body.preview) throw PREVIEW
    }).catch((error: unknown) => {
      if (error !== PREVIEW) throw error
    })
    if (answer?.merge) withEtag(call.reply, answer.record)
    return answer
  })
  mount('zoneLinks', ({ id }) => readZoneLinks(reader, id))
  mount('splitZone', async ({ id: key, body, caller, request, reply }) => {
    const answer = await inTransaction(db, async (trx) => {
      const header = request.headers['if-match']
      const { id, added, ...said } = await splitZone(trx, caller, { key, header, request: body })
      const kept = (await loadDeskRecord(trx, caller, 'locations', key))!
      return { split: id, kept, added: (await loadDeskRecord(trx, caller, 'locations', added))!, ...said }
    })
    withEtag(reply, answer.kept)
    return answer
  })
  mount('joinZones', ({ body: { year, zones: from, ...fields }, caller }) =>
    inTransaction(db, async (trx) => {
      const { id, added, became } = await succeed(trx, caller, { year, from, into: [fields] })
      return { join: id, added: (await loadDeskRecord(trx, caller, 'locations', added))!, became }
    }),
  )
  mount('renameLot', async ({ params: { key }, body: { lotNum }, caller, request, reply }) => {
    const record = await inTransaction(db, async (trx) => {
      await renameLot(trx, caller, { key, lotNum, header: request.headers['if-match'] })
      return loadDeskRecord(trx, caller, 'lots', lotNum)
    })
    return withEtag(reply, record)
  })
}
