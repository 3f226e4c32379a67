import type { Transaction } from 'kysely'
import { API, REVIEW } from '#contract/messages.ts'
import type { RecordState, ReviewedKind } from '#contract/record.ts'
import { itemAddress, submissionAddress } from '#rules/addresses.ts'
import type { Caller } from '#rules/permissions.ts'
import { actionOf, takeStep } from '#rules/review.ts'
import type { ReviewStep } from '#rules/review.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal, notFound } from '../http/errors.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { recordsBrought } from '../records/brings.ts'
import { requireVersion } from '../records/expected-version.ts'
import { readFields, versionOf } from '../records/fields.ts'
import { keepStep } from '../records/journal.ts'
import type { Change } from '../records/journal.ts'
import { refreshSearch } from '../records/refresh-search.ts'
import { moveTo, readReviewed } from '../records/reviewed.ts'
import type { ReviewedRow } from '../records/reviewed.ts'
import { giveUpIdentifiers, takeBackIdentifiers } from './identifiers.ts'
import { namersOf } from './named-by.ts'
import { requestRebuild } from './request-rebuild.ts'

type Trx = Transaction<Tables>

/** A step that somebody takes with a record. */
export interface Taking {
  step: ReviewStep
  caller: Caller
  kind: ReviewedKind
  key: number
  note: string
  /** If-Match; without one the step is taken whatever the record says by now. */
  header?: string | undefined
}

/** So many of those that name a record are told. */
const NAMED_AT_MOST = 3

/**
 * Takes a step of the review, in the caller's transaction: with its audit entry, its mail, its full text and, where the public site changes, its
 * request for a rebuild. A step that was taken already changes nothing.
 * @throws {Refusal} 404 for what the caller is not told of, 403 for what is not theirs to do, 409 where the step does not lead on from where the
 * record stands or another record stands in its way, 400 when an identifier is taken, 412 (contract `conflict`) when it is
 * not what the caller has read.
 */
export async function reviewStep(trx: Trx, taking: Taking): Promise<void> {
  const { step, caller, kind, key, header } = taking
  const record = await readReviewed(trx, kind, key)
  if (!record) throw notFound()
  const outcome = takeStep(step, caller, { state: record.state, author: record.author?.id ?? null })
  if (outcome === 'hidden') throw notFound()
  if (outcome === 'forbidden') throw new Refusal(403, API.forbidden)
  if (outcome === 'unchanged') return
  if (outcome === 'impossible') throw new Refusal(409, whyNot(step, record))
  if (header !== undefined) {
    const fields = (await readFields(trx, kind, key))!
    await requireVersion(trx, caller, { kind, key, header, fields, whole: step === 'publish' })
  }
  await STEPS[step](trx, taking, record, outcome.to)
}

function whyNot(step: ReviewStep, { state, label }: ReviewedRow): string {
  if (step === 'unpublish') return REVIEW.notPublished(label)
  return state === 'published' ? REVIEW.published(label) : REVIEW.discarded(label)
}

type Step = (trx: Trx, taking: Taking, record: ReviewedRow, to: RecordState) => Promise<void>

/** Moves a record, tells the audit trail, and brings the full text up to date. */
async function move(
  trx: Trx,
  { step, caller, note }: Pick<Taking, 'step' | 'caller' | 'note'>,
  kind: ReviewedKind,
  record: ReviewedRow,
  to: RecordState,
  changes: Change[] = [],
): Promise<void> {
  // The note on the record is what its author is to read: it goes when the record moves on.
  await moveTo(trx, kind, record.key, to, to === 'returned' || to === 'discarded' ? note : '')
  const fields = await readFields(trx, kind, record.key)
  const moved = record.state === to ? [] : [{ field: 'state', before: record.state, after: to }]
  await keepStep(trx, {
    caller,
    action: actionOf(step),
    kind,
    key: record.key,
    changes: [...moved, ...changes],
    note,
    version: versionOf(fields!),
  })
  await refreshSearch(trx, kind, record.key)
}

/** The author of a record, to be written to: not whoever takes the step, and nobody whose account is not in use. */
async function authorOf(trx: Trx, caller: Caller, { author }: ReviewedRow) {
  if (!author || author.id === caller.id) return undefined
  return await trx
    .selectFrom('account')
    .select(['email', 'name'])
    .where('id', '=', author.id)
    .where('activated_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

const publish: Step = async (trx, taking, record, to) => {
  const { caller, kind } = taking
  const own = { kind, key: record.key }
  const all = [own, ...(await recordsBrought(trx, kind, record.key))] as { kind: ReviewedKind; key: number }[]
  for (const each of all) {
    const draft = await readReviewed(trx, each.kind, each.key)
    if (!draft || draft.state === 'published') continue
    if (draft.state === 'discarded') throw new Refusal(409, REVIEW.namesDiscarded(record.label, draft.label))
    // The note of a publishing is about the record that was looked at, not about what came with it.
    await move(trx, { ...taking, note: each === own ? taking.note : '' }, each.kind, draft, to)
    const author = each.kind === 'items' ? await authorOf(trx, caller, draft) : undefined
    if (author) {
      const { email, name } = author
      await queueMail(trx, { kind: 'published', to: email, name, title: draft.label, path: itemAddress(draft.key) })
    }
  }
  await requestRebuild(trx, `Published “${record.label}”`)
}

const giveBack: Step = async (trx, taking, record, to) => {
  const { caller, kind, key, note } = taking
  await move(trx, taking, kind, record, to)
  const author = await authorOf(trx, caller, record)
  if (!author) return
  const { email, name } = author
  await queueMail(trx, {
    kind: 'returned',
    to: email,
    name,
    title: record.label,
    note,
    path: submissionAddress(kind, key),
  })
}

const resubmit: Step = async (trx, taking, record, to) => {
  const back = taking.kind === 'items' && record.state === 'discarded'
  await move(trx, taking, taking.kind, record, to, back ? await takeBackIdentifiers(trx, record.key) : [])
}

const discard: Step = async (trx, taking, record, to) => {
  const { kind, key } = taking
  const namers = await namersOf(trx, kind, key)
  if (namers.length > 0) {
    const told = namers.slice(0, NAMED_AT_MOST)
    throw new Refusal(409, REVIEW.isNamed(record.label, told, namers.length - told.length))
  }
  await move(trx, taking, kind, record, to, kind === 'items' ? await giveUpIdentifiers(trx, key) : [])
}

const unpublish: Step = async (trx, taking, record, to) => {
  await move(trx, taking, taking.kind, record, to)
  await requestRebuild(trx, `Took back “${record.label}”`)
}

const STEPS: Record<ReviewStep, Step> = { publish, return: giveBack, resubmit, discard, unpublish }
