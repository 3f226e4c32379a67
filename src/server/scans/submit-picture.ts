import type * as v from 'valibot'
import { personImageCreate } from '#contract/create.ts'
import { API } from '#contract/messages.ts'
import { SCAN, TEXT } from '#contract/limits.ts'
import { scanCreate } from '#contract/scan.ts'
import { needsReview, mayEdit, mayRead, type Caller } from '#rules/access/permissions.ts'
import { reviewState } from '#rules/access/review-steps.ts'
import { printBoxes } from '#rules/texts/word-boxes.ts'
import type { Db, Trx } from '../database/tables.ts'
import { DomainError, validated } from '../errors/domain-error.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { recordChange } from '../records/audit.ts'
import { touchItems } from '../records/derived.ts'
import { addPictureTask } from '../jobs/queue-picture.ts'
import { pictureVersion } from '../storage/picture-keys.ts'
import { readSettings } from '../repositories/settings.ts'
import { checkLinks } from '../records/check-links.ts'
import { addRecord } from '../records/write-record.ts'
import type { Picture } from './inspect-picture.ts'
import type { FormFields } from './upload-slots.ts'

export type ScanFields = v.InferOutput<typeof scanCreate>

/** Drops empty fields, except an empty watermark, which means none. */
const withoutEmpty = (fields: FormFields) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' || name === 'watermark'))

/** Validates a scan. @throws {DomainError} 400 for invalid fields or an unknown item, 403 for an item that this caller may not change. */
export async function checkScan(db: Db, caller: Caller, form: FormFields): Promise<ScanFields> {
  const fields = validated(scanCreate, withoutEmpty(form))
  const { item: id } = fields
  const item = await db
    .selectFrom('item')
    .select(['visibility', 'state', 'author_id as author'])
    .where('id', '=', id)
    .executeTakeFirst()
  const record = item && { ...item, state: reviewState(item) }
  if (!record || !mayRead(caller, record)) throw new DomainError('invalid', { item: [API.noSuchRecord(id)] })
  if (!mayEdit(caller, record)) throw new DomainError('forbidden', API.forbidden)
  return fields
}

/** Of a page of a document. */
type Part = { document_id: number; page: number; hidden_until?: string | null }

/** Writes a scan, with the society's defaults. The original's row exists already. The caller is missing for what an import has left to do. */
export async function writeScan(
  trx: Trx,
  caller: Caller | undefined,
  { sha256, layer }: Picture,
  fields: ScanFields,
  { part, rebuild = true }: { part?: Part; rebuild?: boolean } = {},
) {
  const settings = await readSettings(trx)
  const { item, watermark: text = settings.watermarkText } = fields
  const { color = settings.watermarkColor, position = settings.watermarkPosition } = fields
  const { watermarkSize: size, watermarkOpacity: opacity } = settings
  const version = pictureVersion(sha256, { text, color, position, size, opacity })
  const { id } = await trx
    .insertInto('scan')
    .values({
      item_id: item,
      sha256,
      scan_order: fields.order ?? (await nextOrder(trx, item)),
      ...{ watermark: text, color, position, mark_size: size, mark_opacity: opacity, version },
      alt: fields.alt ?? '',
      ...part,
      ...(layer && { text: layer.text.slice(0, TEXT.words), text_source: 'file', words: printBoxes(layer.words) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPictureTask(trx, version)
  const action = caller && needsReview(caller, 'scans') ? 'submitted' : 'added'
  await recordChange(trx, { caller, action, kind: 'scans', key: id, item })
  await followItem(trx, item, rebuild && 'a scan')
  return { id }
}

/** The page of a published item follows what was added; without its name, later. */
export async function followItem(trx: Trx, item: number, added: string | false): Promise<void> {
  const { visibility, title } = await trx
    .selectFrom('item')
    .select(['visibility', 'title'])
    .where('id', '=', item)
    .executeTakeFirstOrThrow()
  if (visibility !== 'published') return
  await touchItems(trx, item)
  if (added) await requestRebuild(trx, `Added ${added} to “${title || item}”`)
}

/** The order of a further scan: after those that are there, and those pages of documents that are still to be drawn. */
export async function nextOrder(trx: Trx, item: number): Promise<number> {
  const drawn = await trx
    .selectFrom('scan')
    .select(({ fn }) => fn.max('scan_order').as('last'))
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  const queued = await trx
    .selectFrom('page_task')
    .innerJoin('item_file', 'item_file.id', 'page_task.document_id')
    .select(({ fn }) => fn.max('scan_order').as('last'))
    .where('item_file.item_id', '=', item)
    .executeTakeFirstOrThrow()
  const last = Math.max(drawn.last ?? 0, queued.last ?? 0)
  return last === 0 ? SCAN.firstOrder : Math.min(last + 1, Number.MAX_SAFE_INTEGER)
}

type PersonImageFields = v.InferOutput<typeof personImageCreate>

/** Validates the form fields, and that this caller may see the person. @throws {DomainError} 400. */
export async function checkPersonImage(db: Db, caller: Caller, form: FormFields): Promise<PersonImageFields> {
  const fields = validated(personImageCreate, form)
  await checkLinks(db, caller, 'person_images', fields)
  return fields
}

/** Writes the picture of a person: a draft, or public at once when staff add it. The original's row exists already. */
export async function writePersonImage(trx: Trx, caller: Caller, { sha256 }: Picture, fields: PersonImageFields) {
  const version = pictureVersion(sha256, undefined)
  const action = needsReview(caller, 'person_images') ? 'submitted' : 'added'
  const columns = { sha256, version }
  const { key } = await addRecord(trx, caller, { kind: 'person_images', fields, action, columns })
  await addPictureTask(trx, version)
  return { id: key as number }
}
