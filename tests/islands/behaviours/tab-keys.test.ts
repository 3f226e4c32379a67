import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tabAfter } from '#islands/behaviours/tab-keys.ts'

const tabs = fc
  .integer({ min: 1, max: 9 })
  .chain((count) => fc.tuple(fc.constant(count), fc.integer({ min: 0, max: count - 1 })))

describe('keys among tabs', () => {
  test('right and left undo each other, and wrap around', () => {
    fc.assert(
      fc.property(tabs, ([count, at]) => {
        const right = tabAfter('ArrowRight', at, count)!
        expect(tabAfter('ArrowLeft', right, count)).toBe(at)
        let seen = at
        for (let step = 0; step < count; step++) seen = tabAfter('ArrowRight', seen, count)!
        expect(seen).toBe(at)
      }),
    )
  })
  test('Home and End go to the first and the last; other keys are not handled', () => {
    expect(tabAfter('Home', 2, 4)).toBe(0)
    expect(tabAfter('End', 0, 4)).toBe(3)
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter', 'a', 'Tab']) expect(tabAfter(key, 1, 4)).toBeUndefined()
  })
})
