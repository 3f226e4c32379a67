import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexZones } from '#islands/map/engine/zone-index.ts'
import type { Direction } from '#islands/map/engine/zone-index.ts'
import { isInside } from '#rules/map/zone-outlines.ts'
import { square, zoneOf } from './outlines.ts'

const OPPOSITE: Record<Direction, Direction> = { left: 'right', right: 'left', up: 'down', down: 'up' }
/** A street grid: number = row * 10 + column, rows from the south. */
const grid = Array.from({ length: 50 }, (_, at) => square(at, (at % 10) * 10, Math.floor(at / 10) * 10))

describe('the zone at a point', () => {
  test('is the smallest of overlapping zones', () => {
    const index = indexZones([square(1, 0, 0, 100), square(2, 0, 0, 5), square(3, 0, 0, 50)])
    expect([index.at(0, 0)?.pk, index.at(20, 0)?.pk, index.at(80, 0)?.pk, index.at(101, 0)]).toEqual([
      2,
      3,
      1,
      undefined,
    ])
  })
  test('and beside one is not one that is not there', () => {
    const gone = new Set([2, 12])
    const index = indexZones([...grid, square(99, 20, 0, 50)], (pk) => !gone.has(pk))
    expect([index.at(20, 0)?.pk, index.at(30, 0)?.pk]).toEqual([99, 3])
    expect([indexZones(grid, (pk) => !gone.has(pk)).neighbour(1, 'right')?.pk, index.get(2)?.pk]).toEqual([3, 2])
    expect(index.within([-1, -1, 1, 1]).map(({ pk }) => pk)).toContain(0)
  })
  test('is not in a hole, nor one without an outline', () => {
    const index = indexZones([zoneOf(1, [[0, 0], [9, 0], [9, 9], [0, 9]], [[3, 3], [6, 3], [6, 6], [3, 6]]), zoneOf(2)]) // prettier-ignore
    expect([index.at(1, 1)?.pk, index.at(4, 4)]).toEqual([1, undefined])
    expect(index.get(2)?.pk).toBe(2)
  })
  test('is what a linear search finds', () => {
    const coordinate = fc.integer({ min: -60, max: 60 })
    const zones = fc
      .array(fc.tuple(coordinate, coordinate, fc.integer({ min: 1, max: 30 })), { maxLength: 40 })
      .map((all) => all.map(([x, y, half], at) => square(at, x, y, half)))
    fc.assert(
      fc.property(zones, coordinate, coordinate, (all, x, y) => {
        const [px, py] = [x + 0.5, y + 0.5]
        const half = (pk: number | undefined) => (pk === undefined ? 0 : all[pk]!.box![2] - all[pk]!.box![0])
        const inside = all.filter((zone) => isInside(zone, px, py)).map(({ pk }) => half(pk))
        expect(half(indexZones(all).at(px, py)?.pk)).toBe(
          Math.min(...inside, Infinity) === Infinity ? 0 : Math.min(...inside),
        )
      }),
    )
  })
})

describe('neighbours', () => {
  const index = indexZones(grid)
  test('are the adjacent lots', () => {
    const around = (['left', 'right', 'up', 'down'] as const).map((way) => index.neighbour(22, way)?.pk)
    expect(around).toEqual([21, 23, 32, 12])
  })
  test('do not exist beyond the edge, nor for an unknown zone', () => {
    expect(index.neighbour(0, 'left')).toBeUndefined()
    expect(index.neighbour(99, 'left')).toBeUndefined()
    expect(indexZones([]).nearest(0, 0)).toBeUndefined()
  })
  test('on a grid, there and back returns to the start', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 49 }),
        fc.constantFrom(...(Object.keys(OPPOSITE) as Direction[])),
        (pk, way) => {
          const there = index.neighbour(pk, way)
          if (there) expect(index.neighbour(there.pk, OPPOSITE[way])?.pk).toBe(pk)
        },
      ),
    )
  })
  test('are in that direction, for any zones', () => {
    const coordinate = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 30 }), (places) => {
        const zones = places.map(([x, y], at) => square(at, x, y))
        const next = indexZones(zones).neighbour(0, 'right')
        if (next) expect(places[next.pk]![0]).toBeGreaterThan(places[0]![0])
        else
          expect(
            places.every(([x, y]) => x - places[0]![0] <= 0 || Math.abs(y - places[0]![1]) > x - places[0]![0]),
          ).toBe(true)
      }),
    )
  })
  test('the nearest zone contains the point, or is closest to it', () => {
    expect(index.nearest(12, 1)?.pk).toBe(1)
    expect(index.nearest(-50, 41)?.pk).toBe(40)
  })
})
