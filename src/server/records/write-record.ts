import { vttProblem } from '#rules/texts/webvtt.ts'
import { isChronological, isDateRange } from '#contract/dates.ts'
import type { Geometry } from '#contract/location.ts'
import { API, FORM } from '#contract/messages.ts'
import { DATE_SPANS } from '#contract/record-fields.ts'
import { isReviewedKind, type RecordFields, type RecordKind } from '#contract/record.ts'
import { consentProblem } from '#rules/access/living.ts'
import { reviewColumns } from '#rules/access/review-steps.ts'
import { outlineProblem } from '#rules/map/outlines/check-outline.ts'
import { needsReview, type Caller } from '#rules/access/permissions.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { checkLinks, requireSuccession, resolveLinks } from './check-links.ts'
import { toDuplicateError, requireUnique } from './duplicates.ts'
import { readFields, writeFields, type Columns, type RecordKey } from './fields.ts'
import { recordChange } from './audit.ts'
import { refreshSearch } from './refresh-search.ts'
import { readReviewStatus } from './reviewed.ts'

/** @throws {DomainError} invalid, if a range ends before it starts (spec §5 "Dates"). */
export function requireDateOrder(kind: RecordKind, fields: RecordFields): void {
  const [start, end] = DATE_SPANS[kind] ?? []
  if (start === undefined || end === undefined) return
  const isOrdered = kind === 'items' ? isDateRange : isChronological
  const date = (field: string) => (fields[field] ?? null) as number | null
  if (!isOrdered(date(start), date(end))) throw new DomainError('invalid', { [end]: [FORM.rangeEnd] })
}

/** @throws {DomainError} invalid, if a zone's outline crosses itself or has no area. Its shape is checked by the contract. */
export function requireOutline(kind: RecordKind, fields: RecordFields): void {
  const outline = kind === 'locations' ? (fields['geometry'] as Geometry | null | undefined) : undefined
  const problem = outline && outlineProblem(outline)
  if (problem) throw new DomainError('invalid', { geometry: [problem] })
}

/** @throws {DomainError} invalid, for a consent that is none (rules/access/living.ts). */
export function requireConsent(kind: RecordKind, fields: RecordFields): void {
  const problem = kind === 'people' ? consentProblem(fields) : undefined
  if (problem) throw new DomainError('invalid', { [problem.field]: [problem.reason] })
}

/** @throws {DomainError} for WebVTT with broken times, with the line. */
export function requireTimes(kind: RecordKind, fields: RecordFields): void {
  for (const field of kind === 'files' ? ['text', 'chapters'] : []) {
    const problem = vttProblem(String(fields[field] ?? ''))
    if (problem) throw new DomainError('invalid', { [field]: [problem] })
  }
}

/** Writes fields; unique constraint errors become the spec's messages. */
export async function writeUnique(...parts: Parameters<typeof writeFields>): Promise<RecordKey> {
  try {
    return await writeFields(...parts)
  } catch (error) {
    throw toDuplicateError(error)
  }
}

export async function rebuildIfPublished(trx: Trx, word: string, status: { state: string; label: string }) {
  if (status.state === 'published') await requestRebuild(trx, `${word} “${status.label}”`)
}

interface NewRecord {
  kind: RecordKind
  /** Parsed by the contract's schema. */
  fields: RecordFields
  action: 'submitted' | 'added'
  /** For a picture: its file. */
  columns?: Columns
}

/**
 * Adds a record with its links, full text and audit entry in the caller's transaction: as a draft if the caller's records are reviewed, else
 * published.
 * @throws {DomainError} invalid, by field.
 */
export async function addRecord(trx: Trx, caller: Caller, { kind, action, columns, ...sent }: NewRecord) {
  const fields = await resolveLinks(trx, kind, sent.fields)
  requireDateOrder(kind, fields)
  requireOutline(kind, fields)
  requireConsent(kind, fields)
  requireTimes(kind, fields)
  await checkLinks(trx, caller, kind, fields)
  if (kind === 'locations') await requireSuccession(trx, fields)
  await requireUnique(trx, kind, fields)
  const now = new Date().toISOString()
  const key = await writeUnique(trx, kind, undefined, fields, {
    ...columns,
    ...(isReviewedKind(kind) && {
      ...reviewColumns(needsReview(caller, kind) ? 'waiting' : 'published'),
      author_id: caller.id,
      submitted_at: now,
    }),
    ...(kind === 'items' && { created_at: now, updated_at: now }),
  })
  await refreshSearch(trx, kind, key)
  const stored = await recordChange(trx, { caller, action, kind, key })
  await rebuildIfPublished(trx, 'Added', (await readReviewStatus(trx, kind, key))!)
  return { key, fields: stored }
}

/** Kinds that have calls of their own, since they come with a file. */
const UPLOADED: Partial<Record<RecordKind, string>> = {
  files: API.filesAreSent,
  scans: API.scansAreSent,
  person_images: API.picturesAreSent,
}

/** Adds a record of any kind for staff: items as drafts, others published. @param fields parsed. @throws {DomainError} invalid. */
export async function createRecord(trx: Trx, caller: Caller, kind: RecordKind, fields: RecordFields) {
  const uploaded = UPLOADED[kind]
  if (uploaded !== undefined) throw new DomainError('invalid', uploaded)
  if (kind === 'lots' && (await readFields(trx, kind, fields['lotNum'] as string))) {
    throw new DomainError('invalid', { lotNum: [API.lotTaken] })
  }
  return (await addRecord(trx, caller, { kind, fields, action: 'added' })).key
}
