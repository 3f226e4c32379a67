import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import { successionProblem, successionProblems, type PlaceInTime } from '#rules/years/succession.ts'

const place = (pk: number, predecessors: number[], date_start: number | null = null, date_end: number | null = null) =>
  ({ pk, date_start, date_end, predecessors }) satisfies PlaceInTime

describe('which place came out of which', () => {
  test('a lot is split, and its parts are joined again', () => {
    const places = [
      place(1, [], null, 18810000),
      place(2, [1], 18810000),
      place(3, [1], 18810000),
      place(4, [2, 3], 1920_00_00),
    ]
    expect(successionProblem(places)).toBeUndefined()
    // A part is cut off while the rest stays under its number.
    expect(successionProblem([place(1, [], 18500000, 19200000), place(2, [1], 18810000)])).toBeUndefined()
    // One that is not among them.
    expect(successionProblem([place(2, [9], 18810000)])).toBeUndefined()
  })

  test('a place does not come out of itself, not by way of others either', () => {
    expect(successionProblem([place(1, [1])])).toMatchObject({
      pk: 1,
      predecessor: 1,
      field: 'predecessors',
      reason: API.namesItself,
    })
    expect(successionProblem([place(1, [3]), place(2, [1]), place(3, [2])])).toMatchObject({
      pk: 2,
      predecessor: 1,
      field: 'predecessors',
      reason: 'The earlier places lead back to itself: 1 → 3 → 2 → 1.',
    })
  })

  test('a place is not there before the one that it came out of', () => {
    expect(successionProblem([place(1, [], 18810000), place(2, [1], 18500000)])?.reason).toBe(
      'It began in 1850, before the earlier place 1 began (1881).',
    )
    expect(successionProblem([place(1, [], 18810403), place(2, [1], null, 18800000)])?.reason).toBe(
      'It ended in 1880, before the earlier place 1 began (3 April 1881).',
    )
    // In the same year, as far as is known.
    expect(successionProblem([place(1, [], 18810403), place(2, [1], 18810000)])).toBeUndefined()
  })

  test('without the links that are reported, nothing is wrong', () => {
    const some = fc.array(
      fc.record({
        predecessors: fc.uniqueArray(fc.nat(9), { maxLength: 4 }),
        date_start: fc.option(fc.integer({ min: 1850, max: 1860 }).map((year) => year * 10_000)),
        date_end: fc.option(fc.integer({ min: 1850, max: 1860 }).map((year) => year * 10_000)),
      }),
      { maxLength: 10 },
    )
    fc.assert(
      fc.property(some, (rows) => {
        const places = rows.map((row, pk) => ({ ...row, pk }))
        const wrong = new Set(successionProblems(places).map(({ pk, predecessor }) => `${pk} ${predecessor}`))
        const rest = places.map((each) => ({
          ...each,
          predecessors: each.predecessors.filter((to) => !wrong.has(`${each.pk} ${to}`)),
        }))
        expect(successionProblems(rest)).toEqual([])
      }),
    )
  })
})
