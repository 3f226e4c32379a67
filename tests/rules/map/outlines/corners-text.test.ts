import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Geometry } from '#contract/location.ts'
import { lineText, outlineText, readOutline, readPoints } from '#rules/map/outlines/corners-text.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'

const ring: [number, number][] = [[-81.7, 43.5], [-81.699, 43.5], [-81.699, 43.501], [-81.7, 43.5]] // prettier-ignore
const triangle: Geometry = { type: 'Polygon', coordinates: [ring] }
const hole: [number, number][] = [[-81.6995, 43.5002], [-81.6993, 43.5002], [-81.6993, 43.5003], [-81.6995, 43.5002]] // prettier-ignore

test('an outline is a corner on each line; with a hole it is GeoJSON; both are read as they were', () => {
  expect(outlineText(triangle)).toBe('-81.7, 43.5\n-81.699, 43.5\n-81.699, 43.501')
  for (const outline of [triangle, { type: 'Polygon', coordinates: [ring, hole] }] satisfies Geometry[]) {
    expect(readOutline(outlineText(outline))).toEqual({ outline })
  }
  expect(readOutline(' \n')).toEqual({ outline: null })
  expect(outlineText(null)).toBe('')
})

test('points are read as they were written, to the millimetre', () => {
  const point = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))
  fc.assert(
    fc.property(fc.array(point, { minLength: 1 }), (points) => {
      const read = readPoints(lineText(points))
      if ('problem' in read) throw new Error(read.problem)
      read.points.forEach(([x, y], at) => {
        expect(Math.abs(x - points[at]![0])).toBeLessThan(1e-9)
        expect(Math.abs(y - points[at]![1])).toBeLessThan(1e-9)
      })
    }),
  )
})

test.each([
  ['a closed ring with repeated corners', '-81.7 43.5\n-81.699;43.5\n-81.699;43.5\n[-81.699, 43.501],\n\n-81.7,43.5'],
  ['a feature', JSON.stringify({ type: 'Feature', properties: {}, geometry: triangle })],
])('%s is read', (_, text) => expect(readOutline(text)).toEqual({ outline: triangle }))

test.each([
  ['-81.7, 43.5\nhere', OUTLINE.corner(2)],
  ['-81.7, 143.5', OUTLINE.corner(1)],
  ['-81.7, 43.5\n-81.699, 43.5', OUTLINE.threeCorners],
  ['{"type":"Polygon"', OUTLINE.geoJson],
  ['{"type":"Point","coordinates":[0,0]}', 'The outline must be a GeoJSON Polygon or MultiPolygon.'],
  ['{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}', 'A ring must end where it begins.'],
])('%j is refused', (text, problem) => expect(readOutline(text)).toEqual({ problem }))
