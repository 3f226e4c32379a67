import { expect, test } from 'vitest'
import { areHalfSiblings } from '#views/family.ts'

test('half-siblings share one of two known parents; with fewer known parents nothing is said', () => {
  expect(areHalfSiblings([1, 2], [1, 3])).toBe(true)
  expect(areHalfSiblings([1, 2], [2, 1])).toBe(false)
  expect(areHalfSiblings([1, 2], [1])).toBe(false)
  expect(areHalfSiblings([1], [1, 2])).toBe(false)
  expect(areHalfSiblings([1, 2], [3, 4])).toBe(false)
  // Somebody who is named twice as a parent is one.
  expect(areHalfSiblings([1, 1], [1, 2])).toBe(false)
})
