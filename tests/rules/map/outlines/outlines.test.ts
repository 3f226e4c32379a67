import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Geometry } from '#contract/location.ts'
import { outlineProblem } from '#rules/map/outlines/check-outline.ts'
import { joinOutlines, splitOutline } from '#rules/map/outlines/split-outline.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { polygonsArea, toGeom, type Position } from '#rules/map/outlines/polygons.ts'
import { union } from 'polyclip-ts'
import { outlineArea } from './area.ts'
import { ALL, runs } from '../../../setup/length.ts'

const CENTRE = [-79.42, 44.12] as const
/** A place in units of a metre or so from the centre of the town. */
const at = (x: number, y: number): Position => [CENTRE[0] + x * 1e-5, CENTRE[1] + y * 1e-5]
const polygon = (...rings: Position[][]): Geometry => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => [...ring, ring[0]!]),
})
const square = (x: number, y: number, side: number) => [at(x, y), at(x + side, y), at(x + side, y + side), at(x, y + side)] // prettier-ignore

/** A star-shaped outline: corners around the centre, at any distance from it. */
const star = fc.array(fc.double({ min: 20, max: 100, noNaN: true }), { minLength: 3, maxLength: 14 }).map((radii) =>
  radii.map((radius, index) => {
    const angle = (2 * Math.PI * (index + 0.3)) / radii.length
    return at(radius * Math.cos(angle), radius * Math.sin(angle))
  }),
)
/** A line through the middle of it, with a bend. */
const line = fc
  .tuple(fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }), fc.double({ min: -15, max: 15, noNaN: true }))
  .map(([angle, bend]) => {
    const end = (distance: number, aside: number) =>
      at(distance * Math.cos(angle) - aside * Math.sin(angle), distance * Math.sin(angle) + aside * Math.cos(angle))
    return [end(-300, 0), end(0, bend), end(300, 0)]
  })

test('split and joined again, an outline is as large as before; both parts are good outlines beside each other', () => {
  let count = 0
  fc.assert(
    fc.property(star, line, (corners, cut) => {
      const whole = polygon(corners)
      fc.pre(outlineProblem(whole) === undefined)
      const parts = splitOutline(whole, cut)
      if ('problem' in parts) {
        // It cuts off less than a speck.
        expect(parts.problem).toBe(OUTLINE.lineMisses)
        return
      }
      count++
      const [left, right] = [outlineArea(parts.left), outlineArea(parts.right)]
      const area = outlineArea(whole)
      expect((left + right) / area).toBeCloseTo(1, 6)
      const joined = joinOutlines([parts.right, parts.left])!
      expect(outlineArea(joined) / area).toBeCloseTo(1, 6)
      expect(outlineProblem(parts.left)).toBeUndefined()
      expect(outlineProblem(joined)).toBeUndefined()
      // The line turned around, left is right.
      const turned = splitOutline(whole, cut.toReversed())
      if ('problem' in turned) throw new Error(turned.problem)
      expect(outlineArea(turned.left) / right).toBeCloseTo(1, 6)
    }),
    { numRuns: runs(150) },
  )
  if (ALL) expect(count).toBeGreaterThan(75)
})

test('a ring is good exactly if the even-odd rule gives it the area that its corners say', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
  let good = 0
  fc.assert(
    fc.property(fc.uniqueArray(corner, { minLength: 3, maxLength: 7, selector: String }), (places) => {
      const ring = places.map(([x, y]) => at(x, y))
      const outline = polygon(ring)
      if (outlineProblem(outline) !== undefined) return
      good++
      const [own] = outline.coordinates as Position[][]
      expect(polygonsArea(union(toGeom([[own!]]))) / outlineArea(outline)).toBeCloseTo(1, 6)
    }),
    { numRuns: runs(500) },
  )
  if (ALL) expect(good).toBeGreaterThan(25)
})

test.each([
  ['a bow tie', polygon([at(0, 0), at(9, 9), at(9, 0), at(0, 9)]), /meets itself near -79\.41995\d, 44\.12004\d/],
  ['a spike', polygon([at(0, 0), at(9, 0), at(20, 0), at(9, 0), at(9, 9)]), /meets itself/],
  ['a ring that touches its own side', polygon([at(0, 0), at(9, 0), at(9, 9), at(4, 0), at(0, 9)]), /meets itself/],
  ['a line', polygon([at(0, 0), at(5, 0), at(9, 0)]), /meets itself|no area/],
  ['a hole outside', polygon(square(0, 0, 9), square(20, 0, 3)), OUTLINE.holeOutside],
  ['a hole over the edge', polygon(square(0, 0, 9), square(7, 2, 4)), OUTLINE.holeOutside],
  ['holes over each other', polygon(square(0, 0, 20), square(2, 2, 6), square(4, 4, 6)), OUTLINE.holesOverlap],
  [
    'parts over each other',
    { type: 'MultiPolygon', coordinates: [[[...square(0, 0, 9), at(0, 0)]], [[...square(5, 5, 9), at(5, 5)]]] },
    OUTLINE.partsOverlap,
  ],
] as [string, Geometry, string | RegExp][])('%s is refused', (_, outline, problem) => {
  expect(outlineProblem(outline)).toMatch(problem)
})

test('a square with a hole, and parts that touch, are good', () => {
  expect(outlineProblem(polygon(square(0, 0, 20), square(2, 2, 6)))).toBeUndefined()
  const touching: Geometry = { type: 'MultiPolygon', coordinates: [[[...square(0, 0, 9), at(0, 0)]], [[...square(9, 0, 9), at(9, 0)]]] } // prettier-ignore
  expect(outlineProblem(touching)).toBeUndefined()
})

test('a line from corner to corner splits', () => {
  const parts = splitOutline(polygon(square(0, 0, 10)), [at(0, 0), at(10, 10)])
  if ('problem' in parts) throw new Error(parts.problem)
  expect(outlineArea(parts.left) / outlineArea(parts.right)).toBeCloseTo(1, 6)
})

test.each([
  ['that begins inside', [at(5, 5), at(20, 5)], OUTLINE.lineEnds],
  ['beside it', [at(-5, 20), at(20, 20)], OUTLINE.lineMisses],
  ['along its edge', [at(-5, 10), at(20, 10)], OUTLINE.lineMisses],
  ['that crosses itself', [at(-5, 5), at(20, 5), at(15, 15), at(5, -5)], OUTLINE.lineCrossesItself],
  ['of one point', [at(1, 1)], OUTLINE.line],
] as [string, Position[], string][])('a line %s does not split', (_, cut, problem) => {
  expect(splitOutline(polygon(square(0, 0, 10)), cut)).toEqual({ problem })
})

test('a line around a bay cuts one arm off and leaves the other', () => {
  const bay = polygon([at(0, 0), at(30, 0), at(30, 30), at(20, 30), at(20, 10), at(10, 10), at(10, 30), at(0, 30)])
  expect(splitOutline(bay, [at(-5, 20), at(15, 20)])).toEqual({ problem: OUTLINE.lineEnds })
  const parts = splitOutline(bay, [at(-5, 20), at(15, 20), at(15, 50)])
  if ('problem' in parts) throw new Error(parts.problem)
  expect(Math.round(outlineArea(parts.left) / 1e-10)).toBe(100)
})
