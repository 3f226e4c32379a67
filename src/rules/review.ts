import type { AuditAction, RecordState } from '../contract/record.ts'
import { isAtLeast, mayRead } from './permissions.ts'
import type { Caller } from './permissions.ts'

/** What happens to a record in its review (design.md "Drafts and publishing"). Its fields are edited apart from this. */
export const REVIEW_STEPS = ['publish', 'return', 'resubmit', 'discard', 'unpublish'] as const
export type ReviewStep = (typeof REVIEW_STEPS)[number]

interface Rule {
  /** From where the step leads on, and where to. */
  from: readonly RecordState[]
  to: RecordState
  /** How the audit trail calls it. */
  action: AuditAction
  /** From where the author, too, may take it; staff always may. */
  author: readonly RecordState[]
}

/**
 * A discarded draft is resubmitted before anything else becomes of it: what it gave up (an item's identifier) may be taken by now. A draft that
 * was returned can be returned again, with another note.
 */
const RULES: Record<ReviewStep, Rule> = {
  publish: { from: ['waiting', 'returned'], to: 'published', action: 'published', author: [] },
  return: { from: ['waiting', 'returned'], to: 'returned', action: 'returned', author: [] },
  resubmit: { from: ['returned', 'discarded'], to: 'waiting', action: 'resubmitted', author: ['returned', 'waiting'] },
  discard: { from: ['waiting', 'returned'], to: 'discarded', action: 'discarded', author: [] },
  unpublish: { from: ['published'], to: 'waiting', action: 'unpublished', author: [] },
}

export const actionOf = (step: ReviewStep): AuditAction => RULES[step].action

/**
 * What a step does to a record: `to` is where it stands afterwards. `unchanged`: it stands there already, as after a step whose answer got lost;
 * `hidden`: the caller is not told of the record; `forbidden`: it is not theirs to do; `impossible`: the step does not lead on from there.
 */
export type Outcome = { to: RecordState } | 'unchanged' | 'hidden' | 'forbidden' | 'impossible'

export function takeStep(
  step: ReviewStep,
  caller: Caller,
  record: { state: RecordState; author: number | null },
): Outcome {
  const { from, to, author } = RULES[step]
  if (!mayRead(caller, record)) return 'hidden'
  const own = isAtLeast(caller, 'volunteer') && caller.id !== null && record.author === caller.id
  if (!isAtLeast(caller, 'staff') && !(own && author.includes(record.state))) return 'forbidden'
  if (from.includes(record.state)) return { to }
  return record.state === to ? 'unchanged' : 'impossible'
}

/** Where a row stands: `state` counts only while it is a draft. */
export const stateOf = (row: { visibility: string; state: Exclude<RecordState, 'published'> }): RecordState =>
  row.visibility === 'published' ? 'published' : row.state

/** How a row says where it stands. What is published waits again when it is taken back. */
export const columnsOf = (state: RecordState) =>
  state === 'published'
    ? ({ visibility: 'published', state: 'waiting' } as const)
    : ({ visibility: 'draft', state } as const)
