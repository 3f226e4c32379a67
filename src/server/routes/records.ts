import type { FastifyReply } from 'fastify'
import type { DeskRecord } from '#contract/record.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { notFound } from '../http/errors.ts'
import { DONE } from '../http/mount.ts'
import type { Call, Mount } from '../http/mount.ts'
import { once } from '../http/once.ts'
import { loadDeskRecord, tagOf } from '../records/desk-record.ts'
import { editRecord } from '../records/edit-record.ts'
import type { Touching } from '../records/edit-record.ts'
import { readKey } from '../records/fields.ts'
import { readAudit } from '../records/history.ts'
import { removeRecord } from '../records/remove-record.ts'
import { createRecord } from '../records/write-record.ts'

/** The record's version goes beside it: it is what a change of it has to name. */
function tagged<T extends DeskRecord | undefined>(reply: FastifyReply, record: T): T {
  if (record) reply.header('etag', tagOf(record))
  return record
}

function touching({ params, caller, request }: Call<'editRecord'> | Call<'removeRecord'>): Touching {
  const key = readKey(params.kind, params.key)
  if (key === undefined) throw notFound()
  return { caller, kind: params.kind, key, header: request.headers['if-match'] }
}

/** Everything that a society keeps, record by record: read, add, change and remove, each with its step in the audit trail. */
export function mountRecords(mount: Mount, { db, reader }: { db: ArchiveDatabase; reader: ArchiveDatabase }): void {
  mount(
    'record',
    async ({ params, caller, reply }) => {
      const key = readKey(params.kind, params.key)
      return key === undefined ? undefined : tagged(reply, await loadDeskRecord(reader, caller, params.kind, key))
    },
    { live: true },
  )
  mount('createRecord', async ({ params: { kind }, body, caller, request, reply }) => {
    const record = await once({ db, request, caller, call: 'createRecord' }, async (trx) => {
      const key = await createRecord(trx, caller, kind, body)
      return loadDeskRecord(trx, caller, kind, key)
    })
    return tagged(reply, record)
  })
  mount('editRecord', async (call) => {
    const record = await inTransaction(db, async (trx) => {
      const { caller, kind, key, ...rest } = touching(call)
      await editRecord(trx, { caller, kind, key, ...rest }, call.body)
      return loadDeskRecord(trx, caller, kind, key)
    })
    return tagged(call.reply, record)
  })
  mount('removeRecord', (call) =>
    inTransaction(db, async (trx) => {
      await removeRecord(trx, touching(call))
      return DONE
    }),
  )
  mount('audit', ({ query }) => readAudit(reader, query), { live: true })
}
