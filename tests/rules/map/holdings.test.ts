import { expect, test } from 'vitest'
import { holdings } from '#rules/map/holdings.ts'

const zone = (items: number, side = 10) => ({ items, box: [0, 0, side, side] as const })

test('a zone is tinted by its number of items; one that contains others is not', () => {
  expect(holdings([zone(0), zone(1), zone(4), zone(5), zone(80), zone(9, 500), { items: 3, box: null }])).toEqual([
    0, 1, 1, 2, 2, 0, 1,
  ])
  expect(holdings([])).toEqual([])
})
