import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROLES } from '#contract/account.ts'
import { RECORD_STATES } from '#contract/record.ts'
import type { RecordState } from '#contract/record.ts'
import { isAtLeast, mayRead } from '#rules/access/permissions.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { REVIEW_STEPS, reviewColumns, reviewState, applyReviewStep } from '#rules/access/review-steps.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'

const AUTHOR = 7
const callers = fc.record<Caller>({
  id: fc.constantFrom(AUTHOR, 8),
  role: fc.constantFrom('volunteer', 'society', 'staff', 'administrator'),
  organization: fc.constant(null),
})
const step = fc.constantFrom<ReviewStep>(...REVIEW_STEPS)
const state = fc.constantFrom<RecordState>(...RECORD_STATES)
const staff: Caller = { id: 4, role: 'staff', organization: 1 }
const author: Caller = { id: AUTHOR, role: 'volunteer', organization: null }
const at = (where: RecordState) => ({ state: where, author: AUTHOR })

/** Where a record stands after these steps, and what each did. */
function walk(steps: [ReviewStep, Caller][], from: RecordState = 'waiting') {
  let now = from
  const seen = steps.map(([each, caller]) => {
    const before = now
    const outcome = applyReviewStep(each, caller, at(now))
    if (typeof outcome === 'object') now = outcome.to
    return { each, caller, before, outcome, after: now }
  })
  return { now, seen }
}

test('steps by staff, from every state', () => {
  const table = Object.fromEntries(
    [...REVIEW_STEPS, 'hide' as const].map((each) => [
      each,
      RECORD_STATES.map((where) => {
        const outcome = applyReviewStep(each, staff, at(where))
        return typeof outcome === 'object' ? outcome.to : outcome
      }),
    ]),
  )
  expect(RECORD_STATES).toEqual(['waiting', 'returned', 'discarded', 'hidden', 'published'])
  expect(table).toEqual({
    publish: ['published', 'published', 'impossible', 'published', 'unchanged'],
    return: ['returned', 'returned', 'impossible', 'impossible', 'impossible'],
    resubmit: ['unchanged', 'waiting', 'waiting', 'impossible', 'impossible'],
    discard: ['discarded', 'discarded', 'unchanged', 'impossible', 'impossible'],
    unpublish: ['unchanged', 'impossible', 'impossible', 'impossible', 'waiting'],
    hide: ['hidden', 'hidden', 'impossible', 'hidden', 'hidden'],
  })
})

test('an author can only resubmit a returned draft', () => {
  for (const each of REVIEW_STEPS) {
    for (const where of RECORD_STATES) {
      const outcome = applyReviewStep(each, author, at(where))
      if (each === 'resubmit' && where === 'returned') expect(outcome).toEqual({ to: 'waiting' })
      else if (each === 'resubmit' && where === 'waiting') expect(outcome).toBe('unchanged')
      else expect(outcome).toBe(where === 'hidden' ? 'hidden' : 'forbidden')
    }
  }
})

test('callers who cannot see a draft do not learn that it exists', () => {
  const caller = fc.record<Caller>({
    id: fc.constantFrom(null, 8),
    role: fc.constantFrom(...ROLES),
    organization: fc.constantFrom(null, 1),
  })
  fc.assert(
    fc.property(step, caller, state, (each, who, where) => {
      expect(applyReviewStep(each, who, at(where)) === 'hidden').toBe(!mayRead(who, at(where)))
    }),
  )
})

describe('any sequence of steps', () => {
  const sequences = fc.array(fc.tuple(step, callers), { maxLength: 30 })

  test('leaves a record that staff can publish', () => {
    fc.assert(
      fc.property(sequences, state, (steps, from) => {
        const { now } = walk(steps, from)
        const rescued = walk(
          [
            ['resubmit', staff],
            ['publish', staff],
          ],
          now,
        )
        expect(rescued.now).toBe('published')
      }),
    )
  })

  test('is published or unpublished by staff only', () => {
    fc.assert(
      fc.property(sequences, state, (steps, from) => {
        for (const { before, after, caller } of walk(steps, from).seen) {
          if ((before === 'published') !== (after === 'published')) expect(isAtLeast(caller, 'staff')).toBe(true)
        }
      }),
    )
  })

  test('is idempotent if a step is repeated', () => {
    fc.assert(
      fc.property(sequences, step, (steps, last) => {
        const once = walk([...steps, [last, staff]]).now
        expect(walk([...steps, [last, staff], [last, staff]]).now).toBe(once)
      }),
    )
  })

  test('keeps returned and discarded drafts unpublished in the database', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        const { now } = walk(steps)
        const columns = reviewColumns(now)
        expect(reviewState(columns)).toBe(now)
        expect(columns.visibility === 'published').toBe(now === 'published')
        // The database reads the columns apart: a published row never carries a state that a later step could leave behind.
        if (now === 'published') expect(columns.state).toBe('waiting')
      }),
    )
  })
})
