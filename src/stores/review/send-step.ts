import { ApiError, fieldErrorsOf, UnreachableError } from '#client/errors.ts'
import type { AuditEntry, DeskRecord } from '#contract/record.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { SessionEndedError } from '../auth/auth-stores.ts'
import { isAlike } from '../shared/is-alike.ts'

const CALLS = {
  publish: 'publish',
  return: 'returnDraft',
  resubmit: 'resubmit',
  discard: 'discard',
  unpublish: 'unpublish',
} as const satisfies Record<ReviewStep, string>

/** Somebody else changed the record: nothing was done. */
class ChangedError extends Error {
  readonly changes: Changes

  constructor(changes: Changes) {
    super('The record was changed.')
    this.name = 'ChangedError'
    this.changes = changes
  }
}

/**
 * Why a step or an edit was not done. `changed`: by somebody else, meanwhile; `refused`: `text` is the archive's sentence; `offline`: there was no
 * answer; `session`: the login dialog was cancelled; `failed`: an answer that nobody can do anything about.
 */
export type Refusal =
  | { why: 'changed'; changes: Changes }
  | { why: 'refused'; text: string }
  | { why: 'offline' | 'session' | 'failed' }

export function refusalOf(problem: unknown): Refusal {
  if (problem instanceof ChangedError) return { why: 'changed', changes: problem.changes }
  if (problem instanceof SessionEndedError) return { why: 'session' }
  if (problem instanceof UnreachableError) return { why: 'offline' }
  if (problem instanceof ApiError && problem.status < 500 && problem.text !== '')
    return { why: 'refused', text: problem.text }
  return { why: 'failed' }
}

/** Why a form was not taken: the archive's sentences at its fields, or a refusal of the whole. */
export function formProblems(problem: unknown, isInForm?: (field: string) => boolean) {
  const errors = fieldErrorsOf(problem, isInForm)
  return { errors, refusal: Object.keys(errors).length > 0 ? null : refusalOf(problem) }
}

export const ifMatch = ({ version }: Pick<DeskRecord, 'version'>) => ({ 'If-Match': `"${version}"` })
export const hasStatus = (problem: unknown, status: number) => problem instanceof ApiError && problem.status === status

/**
 * Takes a step on the version that was seen. A version that has changed, but has nothing unseen in it, is accepted.
 * @throws {ChangedError} when there is something unseen; whatever the client throws.
 */
export async function sendStep(
  { client, withSession }: SessionDeps,
  step: ReviewStep,
  seen: DeskRecord,
  note = '',
  batch?: string,
): Promise<DeskRecord> {
  const path = { kind: seen.kind, key: seen.key }
  const send = (version: DeskRecord) =>
    withSession(() => client.call(CALLS[step], { path, body: { note, batch }, headers: ifMatch(version) }))
  try {
    return await send(seen)
  } catch (problem) {
    if (!hasStatus(problem, 412)) throw problem
  }
  const now = await withSession(() => client.call('record', { path }))
  if (!hasSeenAll(seen, now)) throw new ChangedError(changesBetween(seen, now))
  return send(now)
}

/** A version's first part covers the record's own fields (GET /api/records/). */
const ownPart = ({ version }: DeskRecord) => version.split('.')[0]
type Part = DeskRecord['brings'][number]
const haveOtherFiles = (seen: DeskRecord, now: DeskRecord) => !isAlike([seen.scans, seen.files], [now.scans, now.files])
const partKey = ({ kind, key, fields }: Part) => JSON.stringify([kind, key, fields])

/**
 * True if a cataloguer who has seen `seen` has seen all of `now`. A new person that two drafts name leaves the second draft when the first is published:
 * its version changes, but nothing is new.
 */
function hasSeenAll(seen: DeskRecord, now: DeskRecord): boolean {
  const brought = new Set(seen.brings.map(partKey))
  return (
    seen.state === now.state &&
    ownPart(seen) === ownPart(now) &&
    !haveOtherFiles(seen, now) &&
    now.brings.every((part) => brought.has(partKey(part)))
  )
}

/** What somebody else did between two versions of a record. */
export interface Changes {
  /** Steps of the audit trail, newest first. */
  steps: AuditEntry[]
  /** The pictures, documents or recordings are others, or in another order. */
  scans: boolean
  /** Names of new records that it brings now, or that were changed. */
  brings: string[]
}

function changesBetween(seen: DeskRecord, now: DeskRecord): Changes {
  const known = new Set(seen.history.map(({ id }) => id))
  const brought = new Set(seen.brings.map(partKey))
  return {
    steps: now.history.filter(({ id }) => !known.has(id)),
    scans: haveOtherFiles(seen, now),
    brings: now.brings.filter((part) => !brought.has(partKey(part))).map(({ label }) => label),
  }
}
