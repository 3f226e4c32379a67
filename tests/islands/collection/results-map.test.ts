import { expect, test } from 'vitest'
import { drawResultsMap, MAP_SIZE } from '#islands/collection/results-map.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

const square = (pk: number, x: number, size = 100): ZoneOutline => ({
  pk,
  name: `Lot ${pk}`,
  address: '',
  altnames: [],
  items: 0,
  rings: [Float64Array.of(x, 0, x + size, 0, x + size, size, x, size)],
  box: [x, 0, x + size, size],
})

test('zones with results have a path each, fullest first, and fit the picture; the others share one path', () => {
  const zones = [square(1, 0), square(2, 200), square(3, 400), square(4, 90_000)]
  const map = drawResultsMap(
    [
      { location: 1, count: 2 },
      { location: 3, count: 60 },
      { location: 99, count: 2 },
    ],
    zones,
  )
  expect(map.places.map(({ id, name, level }) => [id, name, level])).toEqual([
    [3, 'Lot 3', 3],
    [1, 'Lot 1', 1],
    [99, 'Zone 99', 1],
  ])
  expect(map.places[2]!.path).toBe('')
  for (const { path } of map.places.slice(0, 2)) {
    const [x, y] = /^M(\d+) (\d+)/.exec(path)!.slice(1).map(Number)
    expect(x).toBeLessThanOrEqual(MAP_SIZE.width)
    expect(y).toBeLessThanOrEqual(MAP_SIZE.height)
  }
  expect(map.around.match(/M/g), 'what lies far away is not drawn').toHaveLength(1)
})

test('no places and no outlines', () => {
  expect(drawResultsMap([], [])).toEqual({ places: [], around: '' })
})
