import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extentOf, oddExtents } from '#rules/map/far-places.ts'
import type { Box } from '#rules/map/geometry.ts'

const at = (x: number, y: number): Box => [x, y, x + 0.001, y + 0.001]

test('a place far from most others is odd, and so is one far from where the map opens', () => {
  const town = [at(-80, 43), at(-80.01, 43.01), at(-79.99, 43)]
  expect(oddExtents(town)).toEqual([undefined, undefined, undefined])
  const [, , , swapped] = oddExtents([...town, at(43, -80)])
  expect(swapped).toMatch(/^It is [\d,]+ km from most other places\./)
  expect(oddExtents(town, [10, 50])[0]).toMatch(/km from where the map opens/)
  expect(oddExtents([[-179.9, 1, 179.9, 2]])[0]).toMatch(/^It crosses the 180th meridian/)
})

test('places of one town are never odd, wherever it lies', () => {
  const town = fc.tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true }))
  const near = fc.double({ min: 0, max: 0.3, noNaN: true })
  fc.assert(
    fc.property(town, fc.array(fc.tuple(near, near), { minLength: 1, maxLength: 20 }), ([x, y], all) => {
      expect(oddExtents(all.map(([dx, dy]) => at(x + dx, y + dy))).every((reason) => reason === undefined)).toBe(true)
    }),
  )
})

test('the extent of a geometry with several parts has all of them', () => {
  const square = (x: number) => [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 0]]] as [number, number][][] // prettier-ignore
  expect(extentOf({ type: 'MultiPolygon', coordinates: [square(0), square(5)] })).toEqual([0, 0, 6, 1])
})
