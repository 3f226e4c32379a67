import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveBy, viewBox, WHOLE_MAP, zoomBy } from '#islands/collection/use-map-view.ts'
import { MAP_SIZE } from '#islands/collection/results-map.ts'

const { width, height } = MAP_SIZE
const step = fc.double({ min: -3, max: 3, noNaN: true })

test('whatever is zoomed and moved, the picture stays within the drawing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, step), { maxLength: 8 }), (steps) => {
      let view = WHOLE_MAP
      for (const [a, b] of steps) view = moveBy(zoomBy(view, 2 ** a, { x: width / 3, y: height / 5 }), a, b)
      const [x, y, wide, high] = viewBox(view).split(' ').map(Number) as [number, number, number, number]
      expect(x).toBeGreaterThan(-0.01)
      expect(y).toBeGreaterThan(-0.01)
      expect(x + wide).toBeLessThan(width + 0.01)
      expect(y + high).toBeLessThan(height + 0.01)
    }),
  )
})

test('the point that is zoomed at keeps its place', () => {
  const point = { x: width * 0.4, y: height * 0.6 }
  const share = (view: typeof WHOLE_MAP) => ((point.x - view.x) * view.zoom) / width
  const near = zoomBy(WHOLE_MAP, 3, point)
  expect(share(near)).toBeCloseTo(share(WHOLE_MAP))
  expect(zoomBy(near, 0.01)).toEqual(WHOLE_MAP)
  expect(viewBox(WHOLE_MAP)).toBe(`0 0 ${width} ${height}`)
})
