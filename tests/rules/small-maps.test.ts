import { expect, test } from 'vitest'
import { boxOf, fromMercator, mercatorRings, scaleBar, svgPath, toMercator, viewAround } from '#rules/small-maps.ts'

test('mercator and back', () => {
  const [x, y] = toMercator([-81.7, 43.6])
  expect(x).toBeCloseTo(-9094802.4, 0)
  const [lon, lat] = fromMercator([x, y])
  expect(lon).toBeCloseTo(-81.7, 9)
  expect(lat).toBeCloseTo(43.6, 9)
})

test('a path has whole numbers, is closed, and drops points that fall together', () => {
  const square = [
    [0, 0],
    [0.2, 0.2],
    [100, 0],
    [100, 100],
    [0, 100],
    [0, 0],
  ] as const
  expect(svgPath([square], [0, 0, 100, 100], 50)).toBe('M0 50l50 0l0 -50l-50 0l0 50z')
  expect(svgPath([square], [0, 0, 1e6, 1e6], 50)).toBe('')
})

test('a view is at least as wide as asked and keeps the outline in its middle', () => {
  const view = viewAround([10, 10, 20, 30], 2, 0.5, 400)
  expect(view).toEqual([-185, -80, 215, 120])
  const wide = viewAround([0, 0, 1000, 10], 2, 0.5, 400)
  expect(wide[2] - wide[0]).toBe(2000)
})

test('the scale bar tells metres on the ground, not on the projection', () => {
  const [x, y] = toMercator([0, 60])
  // At 60° north mercator metres are twice those on the ground: 500 of them are 250.
  expect(scaleBar([x, y, x + 500, y + 300], 360)).toEqual({ metres: 50, length: 72 })
})

test('every ring of a multi-polygon counts', () => {
  const ring = (lon: number): [number, number][] => [
    [lon, 0],
    [lon + 1, 0],
    [lon + 1, 1],
    [lon, 0],
  ]
  const rings = mercatorRings({ type: 'MultiPolygon', coordinates: [[ring(0)], [ring(5)]] })
  expect(rings).toHaveLength(2)
  expect(boxOf(rings)[2]).toBeCloseTo(toMercator([6, 0])[0], 6)
})
