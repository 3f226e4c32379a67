import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { API } from '#contract/messages.ts'
import { SCAN } from '#contract/limits.ts'
import { scanCreate } from '#contract/scan.ts'
import { isReviewed, mayEdit, mayRead } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { stateOf } from '#rules/review.ts'
import { society } from '#society'
import type { Tables } from '../database/tables.ts'
import { Refusal, invalid } from '../http/errors.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'
import { readFields, versionOf } from '../records/fields.ts'
import { changesBetween, keepStep } from '../records/journal.ts'
import { itemChanged } from './after-change.ts'
import type { Picture } from './inspect-picture.ts'
import { addPictureTask } from './picture-tasks.ts'
import type { FormFields } from './receive-form.ts'
import { pictureVersion } from './version.ts'

export type ScanFields = v.InferOutput<typeof scanCreate>

/** A field that a form leaves empty says nothing, but for the watermark: an empty one is none. */
const said = (fields: FormFields) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' || name === 'watermark'))

/**
 * The fields of a scan, and whether this caller may add it to its item.
 * @throws {Refusal} 400 for fields that are wrong or an item that is not there for this caller, 403 for one that is not theirs to change.
 */
export async function checkScan(db: Kysely<Tables>, caller: Caller, given: FormFields): Promise<ScanFields> {
  const parsed = v.safeParse(scanCreate, said(given))
  if (!parsed.success) throw invalid(parsed.issues)
  const { item: id } = parsed.output
  const item = await db
    .selectFrom('item')
    .select(['visibility', 'state', 'author_id as author'])
    .where('id', '=', id)
    .executeTakeFirst()
  const record = item && { ...item, state: stateOf(item) }
  if (!record || !mayRead(caller, record)) throw new Refusal(400, { item: [API.noSuchRecord(id)] })
  if (!mayEdit(caller, record)) throw new Refusal(403, API.forbidden)
  return parsed.output
}

/** Writes a scan whose original has a row; what the fields do not say is the society's. */
export async function writeScan(
  trx: Transaction<Tables>,
  caller: Caller,
  { sha256 }: Picture,
  fields: ScanFields,
): Promise<{ id: number }> {
  const text = fields.watermark ?? society.watermark.text
  const { item, color = society.watermark.color, position = society.watermark.position } = fields
  const version = pictureVersion(sha256, { text, color, position })
  const { id } = await trx
    .insertInto('scan')
    .values({
      item_id: item,
      sha256,
      scan_order: fields.order ?? (await nextOrder(trx, item)),
      ...{ watermark: text, color, position, version },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPictureTask(trx, version)
  const after = (await readFields(trx, 'scans', id))!
  await keepStep(trx, {
    caller,
    action: isReviewed(caller, 'scans') ? 'submitted' : 'added',
    kind: 'scans',
    key: id,
    changes: changesBetween({}, { item, ...after }),
    version: versionOf(after),
  })
  const { visibility, title } = await trx
    .selectFrom('item')
    .select(['visibility', 'title'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  if (visibility === 'published') {
    await itemChanged(trx, item)
    await requestRebuild(trx, `Added a scan to “${title || item}”`)
  }
  return { id }
}

async function nextOrder(trx: Transaction<Tables>, item: number): Promise<number> {
  const { last } = await trx
    .selectFrom('scan')
    .select(({ fn }) => fn.max('scan_order').as('last'))
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  return last === null ? SCAN.firstOrder : Math.min(last + 1, Number.MAX_SAFE_INTEGER)
}
