import { sql } from 'kysely'
import type * as v from 'valibot'
import { TAKEDOWN } from '#contract/review-messages.ts'
import type { takedownAddress, takedownOrder } from '#contract/review.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { withImportLock } from '../database/archive-locks.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { readReviewStatus } from '../records/reviewed.ts'
import { auditAffected } from '../records/rows/affected-records.ts'
import { recordOperation } from '../records/undo/operations.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { readSetting, writeSetting } from '../repositories/settings.ts'
import { originalKey } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { derivativeFolder } from '../storage/picture-keys.ts'
import { GRACE, trashOrphan } from './orphans.ts'
import { usesOf } from './trash-records.ts'

type Address = v.InferOutput<typeof takedownAddress>
const PICTURES = { scans: 'scan', files: 'item_file', person_images: 'person_image' } as const
/** The row of `setting` with takedowns whose files are still to be deleted. */
const TAKEDOWNS = 'takedowns'
const readTakedowns = async (db: Db) =>
  JSON.parse((await readSetting(db, TAKEDOWNS)) ?? '[]') as { key: string; versions: string[]; why: string }[]

/** The original of a picture, and what shows it; undefined if there is no such picture. */
export async function readPicture(db: Db, { kind, key }: Address) {
  const sha256 = db
    .selectFrom(PICTURES[kind])
    .select('sha256')
    .where('id', '=', Number(key) || 0)
  const row = await db.selectFrom('original').selectAll().where('sha256', 'in', sha256).executeTakeFirst()
  return row && { ...row, key: originalKey(row.sha256, row.format), uses: await usesOf(db, row.sha256) }
}

/**
 * Takes a picture down for good, wherever it is shown: its rows go now, and with them every undo; `finishTakedowns` deletes its files.
 * @throws {DomainError} not-found, invalid without the number, conflict for the logo.
 */
export async function takeDown(
  trx: Trx,
  { caller, body, ...address }: Address & { caller: Caller; body: v.InferOutput<typeof takedownOrder> },
): Promise<void> {
  const picture = await readPicture(trx, address)
  if (!picture) throw notFound()
  const { uses } = picture
  const { owner } = uses.find((use) => use.kind === address.kind && use.key === Number(address.key))!
  if (body.confirm !== owner) throw new DomainError('invalid', { confirm: [TAKEDOWN.confirm(owner)] })
  // With a document go its pages, and with a page the document that shows it; the other pages stay.
  const files = uses.flatMap((use) => (use.kind === 'files' ? use.key : []))
  const isRelated = sql<boolean>`(${isOneOf('document_id', files)} or sha256 = ${picture.sha256})`
  const related = await trx.selectFrom('scan').select(['id', 'document_id']).where(isRelated).execute()
  const taken = new Map([[picture.sha256, picture]])
  for (const { id, document_id: file } of related) {
    const shown = await readPicture(trx, { kind: 'scans', key: String(id) })
    const whole = await readPicture(trx, { kind: 'files', key: String(file ?? 0) })
    for (const one of [shown, whole]) if (one) taken.set(one.sha256, one)
  }
  const all = [...taken.values()].flatMap((each) => each.uses)
  const records = all.flatMap((use) => (use.kind === 'logo' ? [] : [{ kind: use.kind, key: use.key }]))
  if (records.length < all.length) throw new DomainError('conflict', TAKEDOWN.isLogo)
  const why = TAKEDOWN.note(body.reason)
  const label = (await readReviewStatus(trx, address.kind, Number(address.key)))!.label
  await auditAffected(trx, caller, records, { added: 'added', removed: 'removed', note: why }, async () => {
    const gone = [...taken.keys()]
    const documents = trx.selectFrom('item_file').select('id').where('sha256', 'in', gone)
    await trx.updateTable('scan').set({ document_id: null, page: null }).where('document_id', 'in', documents).execute()
    for (const table of ['scan', 'item_file', 'person_image', 'original'] as const)
      await trx.deleteFrom(table).where('sha256', 'in', gone).execute()
  })
  const of = { type: 'takedown' as const, kind: address.kind, record_key: address.key }
  await recordOperation(trx, caller, { ...of, label, reason: body.reason }, [])
  const orders = [...taken.values()].map(({ key, uses: by }) => {
    // Files have no sizes.
    const versions = by.map(({ version }) => version).filter((version) => version !== '')
    return { key, versions, why }
  })
  await writeSetting(trx, TAKEDOWNS, JSON.stringify([...(await readTakedowns(trx)), ...orders]))
  await requestRebuild(trx, 'A picture was taken down', { atOnce: true })
}

/** Deletes the files of pictures that were taken down, also after a crash. One that somebody has sent again stays. The caller holds the import lock. */
export async function finishTakedowns(db: ArchiveDatabase, media: MediaStore): Promise<void> {
  const [left, problems]: [unknown[], unknown[]] = [[], []]
  for (const order of await readTakedowns(db)) {
    const { key, versions, why } = order
    try {
      await trashOrphan(db, media, key, { grace: -GRACE, why })
      await media.trash.empty((await media.trash.list()).filter((trashed) => trashed.key === key))
      for (const version of versions)
        for await (const made of media.list(derivativeFolder(version))) await media.remove(made.key)
    } catch (error) {
      left.push(order)
      problems.push(error)
    }
  }
  await inTransaction(db, (trx) => writeSetting(trx, TAKEDOWNS, JSON.stringify(left)))
  if (problems.length > 0)
    throw new AggregateError(problems, `${left.length} pictures that were taken down still have files`)
}
/** What a crash has left of them. @throws {ImportInProgress} */
export async function resumeTakedowns(db: ArchiveDatabase, media: MediaStore): Promise<void> {
  if ((await readTakedowns(db)).length > 0) await withImportLock(db, () => finishTakedowns(db, media))
}
