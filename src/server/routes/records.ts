import type { Databases } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { noContent, type Call, type Mount } from '../http/mount.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { loadDeskRecord } from '../records/desk-record.ts'
import { editRecord, type PendingEdit } from '../records/edit-record.ts'
import { requireKey } from '../records/fields.ts'
import { readAudit } from '../records/audit.ts'
import { removeRecord } from '../records/remove-record.ts'
import { sortParts } from '../records/sort-parts.ts'
import { survivorOf } from '../repositories/merged.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { createRecord } from '../records/write-record.ts'
import type { LocalContexts } from '../settings/local-contexts.ts'
import { withEtag } from '../http/headers.ts'

type EditCall = Call<'editRecord'> | Call<'removeRecord'> | Call<'takeDownRecord'>
function toEdit({ params, caller, request }: EditCall): PendingEdit {
  return { caller, kind: params.kind, key: requireKey(params), header: request.headers['if-match'] }
}

/** Records of all kinds: read, add, change and remove, with the audit trail. */
export function mountRecords(
  mount: Mount,
  { db, reader, merged, contexts }: Databases & { merged: Repositories['merged']; contexts: LocalContexts },
): void {
  mount('record', async ({ params, caller, reply }) => {
    const key = requireKey(params)
    const record = await loadDeskRecord(reader, caller, params.kind, key)
    if (record) return withEtag(reply, record)
    const survivor = survivorOf(await merged.survivors(), params.kind, Number(key))
    return survivor === key ? undefined : withEtag(reply, await loadDeskRecord(reader, caller, params.kind, survivor))
  })
  mount('createRecord', async ({ params: { kind }, body, caller, request, reply }) => {
    await contexts.enter(caller, body)
    const record = await withIdempotencyKey({ db, request, caller, call: 'createRecord' }, async (trx) => {
      const key = await createRecord(trx, caller, kind, body)
      return loadDeskRecord(trx, caller, kind, key)
    })
    return withEtag(reply, record)
  })
  mount('editRecord', async (call) => {
    await contexts.enter(call.caller, call.body)
    const record = await inTransaction(db, async (trx) => {
      const { caller, kind, key, ...rest } = toEdit(call)
      await editRecord(trx, { caller, kind, key, ...rest }, call.body)
      return loadDeskRecord(trx, caller, kind, key)
    })
    return withEtag(call.reply, record)
  })
  mount('removeRecord', (call) =>
    noContent(inTransaction(db, (trx) => removeRecord(trx, { ...toEdit(call), uses: call.query.uses }))),
  )
  mount('takeDownRecord', (call) => {
    const { uses, ...takedown } = call.body
    return noContent(inTransaction(db, (trx) => removeRecord(trx, { ...toEdit(call), uses, takedown })))
  })
  mount('sortParts', ({ id, body, caller }) => noContent(inTransaction(db, (trx) => sortParts(trx, caller, id, body))))
  mount('audit', ({ query }) => readAudit(reader, query))
}
