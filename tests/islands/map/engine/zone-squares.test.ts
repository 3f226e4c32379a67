import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { squaresToEvict, squareSide, squaresIn, widened } from '#islands/map/engine/zone-squares.ts'
import type { Square, Window } from '#islands/map/engine/zone-squares.ts'

const side = 256
const windows = fc.record({
  left: fc.integer({ min: -5000, max: 5000 }),
  top: fc.integer({ min: -5000, max: 5000 }),
  width: fc.integer({ min: 1, max: 1500 }),
  height: fc.integer({ min: 1, max: 1500 }),
})
/** The area of a window covered by squares, in CSS pixels. The squares do not overlap. */
function covered({ left, top, width, height }: Window): number[] {
  const share = (from: number, start: number, length: number) =>
    Math.min(from + side, start + length) - Math.max(from, start)
  return squaresIn({ left, top, width, height }, side).map(({ column, row }) => {
    const [across, down] = [share(column * side, left, width), share(row * side, top, height)]
    return across > 0 && down > 0 ? across * down : -Infinity
  })
}

describe('the squares of a window', () => {
  test('cover it exactly', () => {
    fc.assert(
      fc.property(windows, (window) => {
        const names = squaresIn(window, side).map(({ column, row }) => `${column} ${row}`)
        expect(new Set(names).size).toBe(names.length)
        expect(covered(window).reduce((sum, each) => sum + each, 0)).toBe(window.width * window.height)
      }),
    )
  })
  test('come centre first', () => {
    const squares = squaresIn({ left: 10, top: 10, width: 700, height: 700 }, side)
    expect(squares).toHaveLength(9)
    expect(squares[0]).toEqual({ column: 1, row: 1 })
    expect(squares.slice(5).every(({ column, row }) => column !== 1 && row !== 1)).toBe(true)
  })
  test('have an integer number of device pixels on usual screens', () => {
    for (const density of [1, 1.25, 1.5, 1.75, 2]) expect((squareSide(density) * density) % 1).toBe(0)
  })
})

test('a window is widened at each edge by a share of itself', () => {
  expect(widened({ left: 0, top: 100, width: 200, height: 400 }, 0.5)).toEqual({
    left: -100,
    top: -100,
    width: 400,
    height: 800,
  })
})

describe('too many squares', () => {
  test('the farthest are removed, none in view', () => {
    fc.assert(
      fc.property(windows, windows, fc.nat(40), (before, window, most) => {
        const name = ({ column, row }: Square) => `${column} ${row}`
        const shown = new Set(squaresIn(window, side).map(name))
        const drawn = [...squaresIn(window, side), ...squaresIn(before, side).filter((each) => !shown.has(name(each)))]
        const gone = squaresToEvict(drawn, window, side, most)
        const far = ({ column, row }: Square) =>
          Math.hypot(
            (column + 0.5) * side - window.left - window.width / 2,
            (row + 0.5) * side - window.top - window.height / 2,
          )
        const kept = drawn.filter((square) => !gone.includes(square))
        expect(kept.length).toBe(Math.min(drawn.length, Math.max(most, shown.size)))
        expect(gone.some((square) => shown.has(name(square)))).toBe(false)
        const keptBeside = kept.filter((square) => !shown.has(name(square)))
        if (gone.length > 0 && keptBeside.length > 0)
          expect(Math.min(...gone.map(far))).toBeGreaterThanOrEqual(Math.max(...keptBeside.map(far)))
      }),
    )
  })
  test('nothing is removed below the limit', () => {
    const drawn = squaresIn({ left: 0, top: 0, width: 900, height: 900 }, side)
    expect(squaresToEvict(drawn, { left: 5000, top: 0, width: 10, height: 10 }, side, drawn.length)).toEqual([])
  })
})
