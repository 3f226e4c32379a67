import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeLabel, turnPage } from '#views/family.ts'

test('shows the range and the total', () => {
  expect(rangeLabel(0, 9, 4)).toBe('1–4 of 9')
  expect(rangeLabel(4, 9, 4)).toBe('5–8 of 9')
  expect(rangeLabel(8, 9, 4)).toBe('9 of 9')
})

test('paging shows everybody once and stops at the ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 6 }), (count, most) => {
      const firsts = [0]
      for (let next = turnPage(0, 1, count, most); next !== firsts.at(-1); next = turnPage(next, 1, count, most))
        firsts.push(next)
      const shown = firsts.flatMap((from) =>
        Array.from({ length: Math.min(most, count - from) }, (_, each) => from + each),
      )
      expect(shown).toEqual(Array.from({ length: count }, (_, each) => each))
      expect(firsts.toReversed().slice(1)).toEqual(
        firsts
          .toReversed()
          .slice(0, -1)
          .map((from) => turnPage(from, -1, count, most)),
      )
      expect(turnPage(0, -1, count, most)).toBe(0)
    }),
  )
})
