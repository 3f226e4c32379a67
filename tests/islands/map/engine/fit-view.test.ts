import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAP } from '#contract/limits.ts'
import {
  fitPadding,
  fitView,
  clampZoom,
  metresPerPixel,
  NEAREST_FIT,
  NEAREST_ZOOM,
  ZOOM_STEP,
} from '#islands/map/engine/fit-view.ts'
import type { Box } from '#rules/map/geometry.ts'

test('the padding is that of the specification, or a third of a small view', () => {
  expect(fitPadding(1440, 300)).toBe(300)
  expect(fitPadding(900, 300)).toBe(300)
  expect(fitPadding(600, 300)).toBe(200)
  expect(fitPadding(390, 100)).toBe(100)
  expect(fitPadding(240, 100)).toBe(80)
})

test('a zone in a wide view keeps 300 pixels around it, and the next step would not', () => {
  const size = { width: 1000, height: 900 }
  const { zoom, centre } = fitView([0, 0, 400, 40], size, 300)
  expect(centre).toEqual([200, 20])
  expect(400 / metresPerPixel(zoom)).toBeLessThanOrEqual(400)
  expect(400 / metresPerPixel(zoom + ZOOM_STEP)).toBeGreaterThan(400)
})

test('zoom is clamped, and NaN becomes the initial zoom', () => {
  expect([clampZoom(3), clampZoom(99), clampZoom(Number.NaN)]).toEqual([MAP.minimumZoom, NEAREST_ZOOM, MAP.initialZoom])
  expect(fitView([5, 5, 5, 5], { width: 800, height: 600 }, 300)).toEqual({ centre: [5, 5], zoom: NEAREST_FIT })
  expect(fitView([-1e7, -1e7, 1e7, 1e7], { width: 800, height: 600 }, 300).zoom).toBe(MAP.minimumZoom)
  // A map without a size yet must work.
  const { zoom } = fitView([0, 0, 1, 1], { width: 0, height: 0 }, 300)
  expect(zoom).toBe(clampZoom(zoom))
})

test('a fitted box is, with its padding, in the uncovered part of the map', () => {
  const side = fc.integer({ min: 200, max: 2000 })
  const inset = fc.integer({ min: 0, max: 90 })
  const box = fc
    .tuple(
      fc.integer({ min: -9e6, max: 9e6 }),
      fc.integer({ min: -9e6, max: 9e6 }),
      fc.integer({ min: 1, max: 700 }),
      fc.integer({ min: 1, max: 700 }),
    )
    .map(([x, y, width, height]): Box => [x, y, x + width, y + height])
  fc.assert(
    fc.property(
      box,
      side,
      side,
      inset,
      inset,
      fc.constantFrom(100, 300),
      (shown, width, height, bottom, left, padding) => {
        const insets = { top: 0, right: 0, bottom, left }
        const { centre, zoom } = fitView(shown, { width, height }, padding, insets)
        const scale = metresPerPixel(zoom)
        const pixel = (x: number, y: number) => [
          width / 2 + (x - centre[0]) / scale,
          height / 2 - (y - centre[1]) / scale,
        ]
        const [west, south] = pixel(shown[0], shown[1]) as [number, number]
        const [east, north] = pixel(shown[2], shown[3]) as [number, number]
        const free = { width: width - left, height: height - bottom }
        const slack = zoom === MAP.minimumZoom ? 1e9 : 0.001
        expect(west).toBeGreaterThanOrEqual(left + fitPadding(free.width, padding) - slack)
        expect(east).toBeLessThanOrEqual(width - fitPadding(free.width, padding) + slack)
        expect(north).toBeGreaterThanOrEqual(fitPadding(free.height, padding) - slack)
        expect(south).toBeLessThanOrEqual(height - bottom - fitPadding(free.height, padding) + slack)
        // In the middle of the free part.
        expect((west + east) / 2).toBeCloseTo(left + free.width / 2, 2)
        expect((north + south) / 2).toBeCloseTo(free.height / 2, 2)
      },
    ),
  )
})
