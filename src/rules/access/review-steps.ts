import type { AuditAction, RecordState } from '#contract/record.ts'
import { isAtLeast, mayRead, type Caller } from './permissions.ts'

/** The steps of a review; editing fields is separate. */
export const REVIEW_STEPS = ['publish', 'return', 'resubmit', 'discard', 'unpublish'] as const
export type ReviewStep = (typeof REVIEW_STEPS)[number]
/** `hide` has a call of its own, which says until when. */
export type AnyStep = ReviewStep | 'hide'

interface Transition {
  from: readonly RecordState[]
  to: RecordState
  action: AuditAction
  /** States in which the author may take the step; staff always may. */
  author: readonly RecordState[]
}

/**
 * A discarded draft must be resubmitted first, because its identifier may be taken by now. A returned draft can be returned again with another note.
 */
const TRANSITIONS: Record<AnyStep, Transition> = {
  publish: { from: ['waiting', 'returned', 'hidden'], to: 'published', action: 'published', author: [] },
  return: { from: ['waiting', 'returned'], to: 'returned', action: 'returned', author: [] },
  resubmit: { from: ['returned', 'discarded'], to: 'waiting', action: 'resubmitted', author: ['returned', 'waiting'] },
  discard: { from: ['waiting', 'returned'], to: 'discarded', action: 'discarded', author: [] },
  unpublish: { from: ['published'], to: 'waiting', action: 'unpublished', author: [] },
  hide: { from: ['waiting', 'returned', 'published', 'hidden'], to: 'hidden', action: 'unpublished', author: [] },
}

export const auditAction = (step: AnyStep): AuditAction => TRANSITIONS[step].action

/**
 * The new state (`to`), or why there is none: `unchanged`, the record is already in that state (a retry); `hidden`, the caller must not learn of the
 * record; `forbidden`, the caller may not take the step; `impossible`, no such transition.
 */
type ReviewOutcome = { to: RecordState } | 'unchanged' | 'hidden' | 'forbidden' | 'impossible'

export function applyReviewStep(
  step: AnyStep,
  caller: Caller,
  record: { state: RecordState; author: number | null },
): ReviewOutcome {
  const { from, to, author } = TRANSITIONS[step]
  if (!mayRead(caller, record)) return 'hidden'
  const own = isAtLeast(caller, 'volunteer') && caller.id !== null && record.author === caller.id
  if (!isAtLeast(caller, 'staff') && !(own && author.includes(record.state))) return 'forbidden'
  if (from.includes(record.state)) return { to }
  return record.state === to ? 'unchanged' : 'impossible'
}

/** The column `state` only applies to drafts. */
export const reviewState = (row: { visibility: string; state: Exclude<RecordState, 'published'> }): RecordState =>
  row.visibility === 'published' ? 'published' : row.state

/** A published row has the state `waiting`, which applies once it is unpublished. */
export const reviewColumns = (state: RecordState) =>
  state === 'published'
    ? ({ visibility: 'published', state: 'waiting' } as const)
    : ({ visibility: 'draft', state } as const)
