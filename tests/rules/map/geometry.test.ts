import { expect, test } from 'vitest'
import {
  boundingBox,
  fromMercator,
  mercatorRings,
  scaleBar,
  svgPath,
  toMercator,
  viewAround,
} from '#rules/map/geometry.ts'

test('toMercator and fromMercator are inverse', () => {
  const [x, y] = toMercator([-81.7, 43.6])
  expect(x).toBeCloseTo(-9094802.4, 0)
  const [lon, lat] = fromMercator([x, y])
  expect(lon).toBeCloseTo(-81.7, 9)
  expect(lat).toBeCloseTo(43.6, 9)
})

test('a path has integers, is closed, and drops duplicate points', () => {
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

test('a view has the minimum width and is centred on the outline', () => {
  const view = viewAround([10, 10, 20, 30], 2, 0.5, 400)
  expect(view).toEqual([-185, -80, 215, 120])
  const wide = viewAround([0, 0, 1000, 10], 2, 0.5, 400)
  expect(wide[2] - wide[0]).toBe(2000)
})

test('the scale bar shows metres on the ground, not in the projection', () => {
  const [x, y] = toMercator([0, 60])
  // At 60° north mercator metres are twice those on the ground: 500 of them are 250.
  expect(scaleBar([x, y, x + 500, y + 300], 360)).toEqual({ metres: 50, length: 72 })
})

test('all rings of a multi-polygon are used', () => {
  const ring = (lon: number): [number, number][] => [
    [lon, 0],
    [lon + 1, 0],
    [lon + 1, 1],
    [lon, 0],
  ]
  const rings = mercatorRings({ type: 'MultiPolygon', coordinates: [[ring(0)], [ring(5)]] })
  expect(rings).toHaveLength(2)
  expect(boundingBox(rings)[2]).toBeCloseTo(toMercator([6, 0])[0], 6)
})
