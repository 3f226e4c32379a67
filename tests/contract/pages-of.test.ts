import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesOf } from '#contract/limits.ts'

test('every row has a page, and only the first can be empty', () => {
  expect([0, 1, 5, 6, 10, 11].map((count) => pagesOf(count, 5))).toEqual([1, 1, 1, 2, 2, 3])
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100 }), (count, size) => {
      const pages = pagesOf(count, size)
      expect(pages * size).toBeGreaterThanOrEqual(count)
      if (pages > 1) expect((pages - 1) * size).toBeLessThan(count)
    }),
  )
})
