import { expect, test } from 'vitest'
import { gapAt, gapOfKey, scrollStep } from '#islands/add-item/images/drag-row.ts'

const ROWS = [
  { top: 100, height: 40 },
  { top: 140, height: 100 },
  { top: 240, height: 40 },
]

test.each([
  [-50, 0],
  [119, 0],
  [121, 1],
  [189, 1],
  [191, 2],
  [259, 2],
  [261, 3],
  [9000, 3],
])('at %i a row lands in gap %i: the middle of each row decides', (y, gap) => {
  expect(gapAt(y, ROWS)).toBe(gap)
})

test('in an empty list there is one gap', () => expect(gapAt(10, [])).toBe(0))

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
