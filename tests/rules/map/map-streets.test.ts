import { expect, test } from 'vitest'
import { streetLabels, type MapStreet } from '#rules/map/map-streets.ts'

/** From west to east through the middle of a view of 1000 by 600 pixels, a metre each. */
const MAIN: MapStreet = ['Main Street', 500, 300, 0, 400]
const VIEW = { box: [0, 0, 1000, 600], metresPerPixel: 1 } as const

test('a name stands on its street, in the middle of the view', () => {
  expect(streetLabels([MAIN], VIEW)).toEqual([{ text: 'Main Street', x: 500, y: 300, angle: 0 }])
})

test('it follows the view as far as the street reaches', () => {
  const moved = streetLabels([MAIN], { ...VIEW, box: [300, 0, 1300, 600] })
  expect(moved).toEqual([{ text: 'Main Street', x: 500, y: 300, angle: 0 }])
  const [end] = streetLabels([MAIN], { ...VIEW, box: [700, 0, 1700, 600] })
  expect(end!.x).toBeLessThan(200)
  expect(streetLabels([MAIN], { ...VIEW, box: [2000, 0, 3000, 600] })).toEqual([])
})

test('a street that is too short at this zoom has none', () => {
  expect(streetLabels([MAIN], { box: [0, 0, 10_000, 6_000], metresPerPixel: 10 })).toEqual([])
})

test('names do not cross each other', () => {
  const cross: MapStreet = ['Church Street', 500, 300, 90, 280]
  const labels = streetLabels([MAIN, cross], VIEW)
  expect(labels.map(({ text }) => text)).toEqual(['Main Street', 'Church Street'])
  expect(Math.abs(labels[1]!.y - 300)).toBeGreaterThan(60)
  const same: MapStreet = ['Main Street West', 500, 302, 0, 70]
  expect(streetLabels([MAIN, same], VIEW)).toHaveLength(1)
})
