import type * as v from 'valibot'
import { HIDDEN, REVIEW } from '#contract/review-messages.ts'
import { isReviewedKind } from '#contract/record.ts'
import { HIDEABLE_KINDS, type audienceAddress } from '#contract/review.ts'
import { COMMAND_LINE } from '#rules/access/permissions.ts'
import { formatDate } from '#rules/dates/partial-dates.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError } from '../errors/domain-error.ts'
import { dayOf, startJob, type Job } from '../jobs/background-job.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { recordAudit } from '../records/audit.ts'
import { refreshDerived } from '../records/derived.ts'
import { whyGone } from '../records/expected-version.ts'
import { readReviewStatus } from '../records/reviewed.ts'
import { RECORD_TABLES, untyped } from '../records/tables.ts'
import { readSetting, writeSetting } from '../repositories/settings.ts'
import { reviewStep, type ReviewRequest } from './review-steps.ts'

type Kind = v.InferOutput<typeof audienceAddress>['kind']
/** `until`: null for everybody, `staff`, or the day on which it opens. */
type Order = Pick<ReviewRequest, 'caller' | 'key' | 'header'> & { kind: Kind; until: string | null }

const dayText = (day: string) => formatDate(Number(day.replaceAll('-', '')))

/**
 * Says who may see a record, in the caller's transaction.
 * @throws {DomainError} invalid for a day that has come, and what a review step throws.
 */
export async function setAudience(trx: Trx, order: Order, now = new Date()): Promise<void> {
  const { kind, key, until, ...by } = order
  if (until !== null && until <= dayOf(now)) throw new DomainError('invalid', { hidden_until: [HIDDEN.past] })
  const status = await readReviewStatus(trx, kind, key)
  if (!status) throw await whyGone(trx, by.caller, kind, key)
  const before = status.hidden_until ?? null
  if (before === until && (until !== null || status.state === 'published')) return
  const note = until === null ? '' : until === 'staff' ? HIDDEN.staff : HIDDEN.until(dayText(until))
  if (isReviewedKind(kind)) {
    if (until === null && status.state !== 'hidden')
      throw new DomainError('conflict', REVIEW.notPublished(status.label))
    // Nobody publishes a version that they have not seen: what hides is no text.
    const step = { ...by, kind, key, note, requiresVersion: false }
    return reviewStep(trx, until === null ? { ...step, step: 'publish' } : { ...step, step: 'hide', until })
  }
  const [table] = RECORD_TABLES[kind]
  await untyped(trx).updateTable(table).set({ hidden_until: until }).where('id', '=', key).execute()
  await refreshDerived(trx, kind, key)
  const action = until === null ? ('published' as const) : ('unpublished' as const)
  const changes = [{ field: 'hidden_until', before, after: until }]
  await recordAudit(trx, { caller: by.caller, action, kind, key, changes, note })
  if (status.state === 'published' || status.state === 'hidden')
    await requestRebuild(trx, `${until === null ? 'Shown' : 'Hidden'}: “${status.label}”`)
}

/** Hidden records that open after one day, and on another at the latest. */
async function openingBetween(db: Db, after: string, last: string) {
  const found: { kind: Kind; key: number; day: string }[] = []
  for (const kind of HIDEABLE_KINDS) {
    const rows = await untyped(db)
      .selectFrom(RECORD_TABLES[kind][0])
      .select(['id', 'hidden_until'])
      .where('hidden_until', '>', after)
      .where('hidden_until', '<=', last)
      .orderBy('hidden_until')
      .execute()
    for (const row of rows) found.push({ kind, key: row['id'] as number, day: row['hidden_until'] as string })
  }
  return found
}

/** The row of `setting` with the last day whose openings staff know of. */
const TOLD = 'hiddenUntilTold'
const WEEK = 7

/** Tells staff what opens within a week, once. */
async function tellStaff(trx: Trx, now: Date): Promise<void> {
  const last = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + WEEK))
  const [told, today] = [(await readSetting(trx, TOLD)) ?? '', dayOf(now)]
  const opening = await openingBetween(trx, told > today ? told : today, last)
  if (opening.length === 0) return
  const records: string[] = []
  for (const { kind, key, day } of opening.sort((a, b) => (a.day < b.day ? -1 : 1)))
    records.push(`${dayText(day)}: ${(await readReviewStatus(trx, kind, key))!.label}`)
  const staff = trx.selectFrom('account').select(['email', 'name']).where('role', 'in', ['staff', 'administrator'])
  const active = staff.where('disabled_at', 'is', null).where('activated_at', 'is not', null)
  for (const { email, name } of await active.execute())
    await queueMail(trx, { kind: 'opening', to: email, name, records })
  await writeSetting(trx, TOLD, last)
}

/** Opens what is due, and tells staff what comes. @param onError one record that cannot be opened holds up no other. */
export async function openHidden(db: ArchiveDatabase, now: Date, onError: (error: unknown) => void): Promise<void> {
  for (const { kind, key } of await openingBetween(db, '', dayOf(now)))
    await inTransaction(db, (trx) => setAudience(trx, { caller: COMMAND_LINE, kind, key, until: null }, now)).catch(
      onError,
    )
  await inTransaction(db, (trx) => tellStaff(trx, now))
}

/** Milliseconds between two looks. */
const EVERY = 10 * 60_000
export const startOpeningJob = (db: ArchiveDatabase, onError: (error: unknown) => void): Job =>
  startJob(() => openHidden(db, new Date(), onError), { every: EVERY, onError })
