import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemSpan, inTimeRange, isWholeTime } from '#rules/dates/partial-dates.ts'

const year = 2026
test.each([
  [18300000, 20260000, true],
  [18300000, 20269999, true],
  [0, 99999999, true],
  [18310000, 20269999, false],
  [18300000, 20259999, false],
])('%i to %i is the whole of time: %s', (start, end, whole) => {
  expect(isWholeTime({ start, end }, year)).toBe(whole)
})

test.each([
  [18900000, null, 18900000, 18900000, true],
  [18900500, null, 18900000, 18900000, true],
  [18900500, null, 18900501, 18909999, true],
  [18900000, null, 18910000, 18999999, false],
  [18900000, 18990000, 18950000, 18959999, true],
  [null, 18990000, 18400000, 18419999, false],
  [null, 18990000, 18890000, 18899999, false],
  [null, 18990000, 18900000, 18909999, true],
  [null, null, 18310000, 20269999, false],
  [null, null, 18300000, 20269999, true],
])('an item of %s to %s is in %i to %i: %s', (from, to, start, end, inside) => {
  expect(inTimeRange(itemSpan({ date_start: from, date_end: to }), { start, end }, year)).toBe(inside)
})

test('a wider range includes everything in a narrower one', () => {
  const date = fc.integer({ min: 1700, max: 2026 }).map((each) => each * 10000)
  fc.assert(
    fc.property(fc.option(date), fc.option(date), date, date, date, (from, to, a, b, c) => {
      const [low, middle, high] = [a, b, c].toSorted((x, y) => x - y) as [number, number, number]
      const span = itemSpan({ date_start: from, date_end: to })
      if (inTimeRange(span, { start: low, end: middle }, year)) {
        expect(inTimeRange(span, { start: low, end: high }, year)).toBe(true)
      }
    }),
  )
})
