import { needsReview, type Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { changesBetween, recordAudit } from '../records/audit.ts'
import { readFields, versionOf } from '../records/fields.ts'
import { pagesOf } from './inspect-file.ts'
import type { Picture } from './inspect-picture.ts'
import { addPageTasks } from './page-tasks.ts'
import { nextOrder, writeScan, type ScanFields } from './submit-picture.ts'

/** Writes a document with its first page, and queues the others. Both originals have rows already. Answers with the scan of the first page. */
export async function writeDocument(
  trx: Trx,
  caller: Caller,
  { document, first }: { document: Picture; first: Picture },
  fields: ScanFields,
) {
  const { item, alt: _, order: wanted, ...rest } = fields
  const order = wanted ?? (await nextOrder(trx, item))
  const { last } = await trx
    .selectFrom('item_file')
    .select(({ fn }) => fn.max('file_order').as('last'))
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('item_file')
    .values({ item_id: item, sha256: document.sha256, file_order: (last ?? 0) + 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = (await readFields(trx, 'files', id))!
  await recordAudit(trx, {
    caller,
    action: needsReview(caller, 'scans') ? 'submitted' : 'added',
    kind: 'files',
    key: id,
    changes: changesBetween({}, { item, ...after }),
    version: versionOf(after),
  })
  const pages = pagesOf(document)
  const scan = await writeScan(trx, caller, first, { ...fields, order }, { part: { document_id: id, page: 1 } })
  const { watermark, color, position } = rest
  const marked = {
    ...(watermark !== undefined && { watermark }),
    ...(color && { color }),
    ...(position && { position }),
  }
  await addPageTasks(trx, { document: id, first: 2, pages, order, caller, ...marked })
  return { ...scan, document: id, pages }
}
