import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownWords, turned } from '#islands/parts/people-viewer.ts'

test('says who is shown of how many', () => {
  expect(shownWords(0, 9, 4)).toBe('1–4 of 9')
  expect(shownWords(4, 9, 4)).toBe('5–8 of 9')
  expect(shownWords(8, 9, 4)).toBe('9 of 9')
})

test('everybody is shown once on the way from one end to the other, and the ends stay', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 6 }), (count, most) => {
      const firsts = [0]
      for (let next = turned(0, 1, count, most); next !== firsts.at(-1); next = turned(next, 1, count, most))
        firsts.push(next)
      const shown = firsts.flatMap((from) =>
        Array.from({ length: Math.min(most, count - from) }, (_, each) => from + each),
      )
      expect(shown).toEqual(Array.from({ length: count }, (_, each) => each))
      expect(firsts.toReversed().slice(1)).toEqual(
        firsts
          .toReversed()
          .slice(0, -1)
          .map((from) => turned(from, -1, count, most)),
      )
      expect(turned(0, -1, count, most)).toBe(0)
    }),
  )
})
