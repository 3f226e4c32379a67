import { expect, test } from 'vitest'
import { gapOfKey, scrollStep } from '#islands/widgets/drag-row.ts'

test.each([
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 2, 4],
  ['ArrowDown', 3, 5],
  ['ArrowDown', 4, 5],
  ['Home', 3, 0],
  ['End', 1, 5],
  ['ArrowLeft', 2, undefined],
  ['Tab', 2, undefined],
])('%s moves row %i of five to gap %s', (key, at, gap) => {
  expect(gapOfKey(key, at, 5)).toBe(gap)
})

test('the window scrolls only near its edges, and faster closer to them', () => {
  const steps = [-20, 0, 32, 64, 400, 736, 768, 800, 900].map((y) => scrollStep(y, 800))
  expect(steps.map((step) => step + 0)).toEqual([-16, -16, -8, 0, 0, 0, 8, 16, 16])
})
