import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnBoxes, WHOLE, type WordBox } from '#rules/texts/word-boxes.ts'

const box = fc
  .tuple(fc.nat(WHOLE), fc.nat(WHOLE), fc.nat(WHOLE), fc.nat(WHOLE), fc.string())
  .map(([x, y, right, bottom, word]): WordBox => {
    const [left, top] = [Math.min(x, right), Math.min(y, bottom)]
    return [word, left, top, Math.max(x, right) - left, Math.max(y, bottom) - top]
  })
const lines = fc.array(fc.array(box))
const TURNS = [0, 90, 180, 270]

test('a quarter turn to the right brings a box from the upper left to the upper right', () => {
  expect(turnBoxes([[['mill', 1000, 500, 2000, 300]]], 90)).toEqual([[['mill', 9200, 1000, 300, 2000]]])
  expect(turnBoxes([[['mill', 1000, 500, 2000, 300]]], 180)).toEqual([[['mill', 7000, 9200, 2000, 300]]])
  expect(turnBoxes([[['mill', 1000, 500, 2000, 300]]], 270)).toEqual([[['mill', 500, 7000, 300, 2000]]])
})

test('four quarter turns give back the same, turns add up, and every box stays on the page', () => {
  const quarter = (boxes: WordBox[][]) => turnBoxes(boxes, 90)
  fc.assert(
    fc.property(lines, fc.constantFrom(...TURNS), fc.constantFrom(...TURNS), (boxes, one, other) => {
      expect(quarter(quarter(quarter(quarter(boxes))))).toEqual(boxes)
      const both = turnBoxes(turnBoxes(boxes, one), other)
      expect(both).toEqual(turnBoxes(boxes, (one + other) % 360))
      for (const [, x, y, width, height] of both.flat()) {
        expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0)
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(WHOLE)
      }
    }),
  )
})
