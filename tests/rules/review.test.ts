import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROLES } from '#contract/account.ts'
import { RECORD_STATES } from '#contract/record.ts'
import type { RecordState } from '#contract/record.ts'
import { isAtLeast, mayRead } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { REVIEW_STEPS, columnsOf, stateOf, takeStep } from '#rules/review.ts'
import type { ReviewStep } from '#rules/review.ts'

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
    const outcome = takeStep(each, caller, at(now))
    if (typeof outcome === 'object') now = outcome.to
    return { each, caller, before, outcome, after: now }
  })
  return { now, seen }
}

test('every step of staff, from every state', () => {
  const table = Object.fromEntries(
    REVIEW_STEPS.map((each) => [
      each,
      RECORD_STATES.map((where) => {
        const outcome = takeStep(each, staff, at(where))
        return typeof outcome === 'object' ? outcome.to : outcome
      }),
    ]),
  )
  expect(RECORD_STATES).toEqual(['waiting', 'returned', 'discarded', 'published'])
  expect(table).toEqual({
    publish: ['published', 'published', 'impossible', 'unchanged'],
    return: ['returned', 'returned', 'impossible', 'impossible'],
    resubmit: ['unchanged', 'waiting', 'waiting', 'impossible'],
    discard: ['discarded', 'discarded', 'unchanged', 'impossible'],
    unpublish: ['unchanged', 'impossible', 'impossible', 'waiting'],
  })
})

test('an author puts back what was returned, and nothing else', () => {
  for (const each of REVIEW_STEPS) {
    for (const where of RECORD_STATES) {
      const outcome = takeStep(each, author, at(where))
      if (each === 'resubmit' && where === 'returned') expect(outcome).toEqual({ to: 'waiting' })
      else if (each === 'resubmit' && where === 'waiting') expect(outcome).toBe('unchanged')
      else expect(outcome).toBe('forbidden')
    }
  }
})

test('who cannot see a draft is not told that it is there', () => {
  const caller = fc.record<Caller>({
    id: fc.constantFrom(null, 8),
    role: fc.constantFrom(...ROLES),
    organization: fc.constantFrom(null, 1),
  })
  fc.assert(
    fc.property(step, caller, state, (each, who, where) => {
      expect(takeStep(each, who, at(where)) === 'hidden').toBe(!mayRead(who, at(where)))
    }),
  )
})

describe('no sequence of steps', () => {
  const sequences = fc.array(fc.tuple(step, callers), { maxLength: 30 })

  test('loses a record: staff can publish it from wherever it stands', () => {
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

  test('makes anything public, or takes it back, but by staff', () => {
    fc.assert(
      fc.property(sequences, state, (steps, from) => {
        for (const { before, after, caller } of walk(steps, from).seen) {
          if ((before === 'published') !== (after === 'published')) expect(isAtLeast(caller, 'staff')).toBe(true)
        }
      }),
    )
  })

  test('changes where a record stands when the same step is taken twice', () => {
    fc.assert(
      fc.property(sequences, step, (steps, last) => {
        const once = walk([...steps, [last, staff]]).now
        expect(walk([...steps, [last, staff], [last, staff]]).now).toBe(once)
      }),
    )
  })

  test('makes a returned or discarded draft public where it is kept', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        const { now } = walk(steps)
        const columns = columnsOf(now)
        expect(stateOf(columns)).toBe(now)
        expect(columns.visibility === 'published').toBe(now === 'published')
        // The database reads the columns apart: a published row never carries a state that a later step could leave behind.
        if (now === 'published') expect(columns.state).toBe('waiting')
      }),
    )
  })
})
