import { sql } from 'kysely'
import { API } from '#contract/messages.ts'
import { REVIEW } from '#contract/review-messages.ts'
import { type RecordState, type ReviewedKind, REVIEWED_KINDS, type RecordKind } from '#contract/record.ts'
import { itemAddress, submissionAddress } from '#rules/addresses/page-addresses.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { auditAction, applyReviewStep, type AnyStep } from '#rules/access/review-steps.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { endClaim, readClaim } from '../records/claims.ts'
import { dependentDrafts } from '../records/dependent-drafts.ts'
import { requireVersion, whyGone } from '../records/expected-version.ts'
import { readFields, versionOf } from '../records/fields.ts'
import { recordAudit, type Change } from '../records/audit.ts'
import { refreshSearch } from '../records/refresh-search.ts'
import { setReviewState, readReviewed, type ReviewedRow } from '../records/reviewed.ts'
import type { RecordId } from '../records/rows/affected-records.ts'
import { findRow, readSchema } from '../records/rows/schema.ts'
import { RECORD_TABLES, type DbRecord, linkPlaces } from '../records/tables.ts'
import { createChangeLog, recordOperation } from '../records/undo/operations.ts'
import { releaseIdentifiers, restoreIdentifiers } from '../records/duplicates.ts'
import { requestRebuild } from '../jobs/builds.ts'

/** A review step that a user takes on a record. */
export interface ReviewRequest {
  step: AnyStep
  /** Of `hide`: `staff`, or the day on which it opens. */
  until?: string | undefined
  caller: Caller
  kind: ReviewedKind
  key: number
  note: string
  /** If-Match; without it the step applies to any version, unless `requiresVersion`. */
  header?: string | undefined
  /** From contract/endpoints.ts. */
  requiresVersion: boolean
}

/** How many references to list in an error. */
const MAX_REFERENCES = 3

/**
 * Takes a review step in the caller's transaction, with its audit entry, mail, full text and rebuild request. Repeating a step changes nothing.
 * @throws {DomainError} not-found for hidden records, forbidden, conflict if the record's state or another record does not allow it, invalid if an
 * identifier is in use, version-required, changed (contract `conflict`).
 */
export async function reviewStep(trx: Trx, request: ReviewRequest): Promise<void> {
  const { step, caller, kind, key, header, requiresVersion } = request
  const record = await readReviewed(trx, kind, key)
  if (!record) throw await whyGone(trx, caller, kind, key)
  const outcome = applyReviewStep(step, caller, { state: record.state, author: record.author?.id ?? null })
  if (outcome === 'hidden') throw notFound()
  if (outcome === 'forbidden') throw new DomainError('forbidden', API.forbidden)
  if (requiresVersion && header === undefined) throw new DomainError('version-required', API.versionNeeded)
  if (outcome === 'unchanged') return
  if (outcome === 'impossible') throw new DomainError('conflict', conflictMessage(step, record))
  if (BLOCKED_BY_CLAIMS.includes(step)) await requireUnclaimed(trx, caller, record, kind)
  if (header !== undefined) {
    const fields = (await readFields(trx, kind, key))!
    await requireVersion(trx, caller, { kind, key, header, fields, whole: step === 'publish' })
  }
  await STEPS[step](trx, request, record, outcome.to)
  await endClaim(trx, kind, key)
}

/** Takes one of several steps that can be undone together: they are one operation, named by the client. */
export async function reviewInBatch(trx: Trx, request: ReviewRequest, batch: string): Promise<void> {
  const { caller, step: label, kind, key } = request
  const schema = await readSchema(trx)
  const log = createChangeLog(trx, schema)
  const drafts = label === 'publish' ? await dependentDrafts(trx, kind, key) : []
  const rowOf = (of: RecordId) => findRow(trx, schema, RECORD_TABLES[of.kind][0], { id: of.key })
  const before = new Map<RecordId, DbRecord | undefined>()
  for (const each of [{ kind, key }, ...drafts]) before.set(each, await rowOf(each))
  await reviewStep(trx, request)
  for (const [each, row] of before) {
    if (row) log.changed(RECORD_TABLES[each.kind][0], row, (await rowOf(each))!)
  }
  if (log.changes.length > 0) await recordOperation(trx, caller, { type: 'bulk', label, batch }, log.changes)
}

/** Steps that nobody takes while somebody else has the record open. */
const BLOCKED_BY_CLAIMS: readonly AnyStep[] = ['publish', 'return', 'discard', 'hide']

async function requireUnclaimed(trx: Trx, caller: Caller, { key, label }: ReviewedRow, kind: ReviewedKind) {
  const claim = await readClaim(trx, kind, key)
  if (claim && claim.by.id !== caller.id) throw new DomainError('conflict', REVIEW.claimed(label, claim.by.name))
}

function conflictMessage(step: AnyStep, { state, label }: ReviewedRow): string {
  if (step === 'unpublish') return REVIEW.notPublished(label)
  return state === 'published' ? REVIEW.published(label) : REVIEW.discarded(label)
}

type Step = (trx: Trx, request: ReviewRequest, record: ReviewedRow, to: RecordState) => Promise<void>

/** Moves a record to a state, with its audit entry and full text. */
async function move(
  trx: Trx,
  { step, caller, note, until }: Pick<ReviewRequest, 'step' | 'caller' | 'note' | 'until'>,
  kind: ReviewedKind,
  record: ReviewedRow,
  to: RecordState,
  changes: Change[] = [],
): Promise<void> {
  // The note is for the author: it is cleared when the record moves on.
  const set = to === 'returned' || to === 'discarded' ? { note } : { until }
  await setReviewState(trx, kind, record.key, to, set)
  const fields = await readFields(trx, kind, record.key)
  const moved = record.state === to ? [] : [{ field: 'state', before: record.state, after: to }]
  await recordAudit(trx, {
    caller,
    action: auditAction(step),
    kind,
    key: record.key,
    changes: [...moved, ...changes],
    note,
    version: versionOf(fields!),
  })
  await refreshSearch(trx, kind, record.key)
}

/** The author to notify: not the caller, and only active accounts. */
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

const publish: Step = async (trx, request, record, to) => {
  const { caller, kind } = request
  const own = { kind, key: record.key }
  const all = [own, ...(await dependentDrafts(trx, kind, record.key))] as { kind: ReviewedKind; key: number }[]
  const drafts: { each: (typeof all)[number]; draft: ReviewedRow }[] = []
  for (const each of all) {
    const draft = await readReviewed(trx, each.kind, each.key)
    if (draft && draft.state !== 'published') drafts.push({ each, draft })
  }
  const discarded = drafts.filter(({ draft }) => draft.state === 'discarded').map(({ draft }) => draft.label)
  if (discarded.length > 0) throw new DomainError('conflict', REVIEW.namesDiscarded(record.label, discarded))
  for (const { each, draft } of drafts) {
    // The note is about the reviewed record, not about its dependent drafts.
    await move(trx, { ...request, note: each === own ? request.note : '' }, each.kind, draft, to)
    const author = each.kind === 'items' ? await authorOf(trx, caller, draft) : undefined
    if (author) {
      const { email, name } = author
      await queueMail(trx, { kind: 'published', to: email, name, title: draft.label, path: itemAddress(draft.key) })
    }
  }
  await requestRebuild(trx, `Published “${record.label}”`)
}

const returnDraft: Step = async (trx, request, record, to) => {
  const { caller, kind, key, note } = request
  await move(trx, request, kind, record, to)
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

const resubmit: Step = async (trx, request, record, to) => {
  const back = request.kind === 'items' && record.state === 'discarded'
  await move(trx, request, request.kind, record, to, back ? await restoreIdentifiers(trx, record.key) : [])
}

const discard: Step = async (trx, request, record, to) => {
  const { kind, key } = request
  const references = await findReferences(trx, kind, key)
  if (references.length > 0) {
    const listed = references.slice(0, MAX_REFERENCES)
    throw new DomainError('conflict', REVIEW.isNamed(record.label, listed, references.length - listed.length))
  }
  await move(trx, request, kind, record, to, kind === 'items' ? await releaseIdentifiers(trx, key) : [])
}

const unpublish: Step = async (trx, request, record, to) => {
  await move(trx, request, request.kind, record, to)
  await requestRebuild(trx, `Unpublished “${record.label}”`)
}

const hide: Step = async (trx, request, record, to) => {
  await move(trx, request, request.kind, record, to)
  if (record.state === 'published') await requestRebuild(trx, `Hidden: “${record.label}”`)
}

const STEPS: Record<AnyStep, Step> = { publish, return: returnDraft, resubmit, discard, unpublish, hide }

/** Labels of records without a review. */
const UNREVIEWED: Partial<Record<RecordKind, string>> = {
  ownership: 'land ownership',
  employment: 'employment',
  residents: 'residence',
  organization_locations: 'premises',
}

/** The labels of the records that refer to this one and are not discarded. */
async function findReferences(trx: Trx, kind: ReviewedKind, key: number): Promise<string[]> {
  const keysBy = async (by: RecordKind) => {
    const found = new Set<number>()
    for (const { table, from, to } of linkPlaces(by, kind)) {
      const { rows } = await sql<{ key: number }>`select ${sql.ref(from)} as key from ${sql.table(table)}
        where ${sql.ref(to)} = ${key} order by 1`.execute(trx)
      for (const row of rows) if (by !== kind || row.key !== key) found.add(row.key)
    }
    return found
  }
  const labels: string[] = []
  for (const by of REVIEWED_KINDS) {
    for (const other of await keysBy(by)) {
      const record = await readReviewed(trx, by, other)
      if (record && record.state !== 'discarded') labels.push(record.label)
    }
  }
  for (const [by, label] of Object.entries(UNREVIEWED)) {
    if ((await keysBy(by as RecordKind)).size > 0) labels.push(label)
  }
  return labels
}
