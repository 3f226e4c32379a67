import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { checkFolds } from '../../../../src/server/raster/make/check-folds.ts'
import { measureExtent } from '../../../../src/server/raster/make/extent.ts'
import { upright } from '../../../../src/server/raster/make/georeference.ts'
import { metresPerPixel, toDegrees, toMetres, type Point } from '../../../../src/server/raster/make/mercator.ts'
import { createMapping, locatePixel, type ControlPoint } from '../../../../src/server/raster/make/placement.ts'
import { areaOf as area, isInsideRing as isInside } from '#rules/map/geometry.ts'
import { coverRow } from '../../../../src/server/raster/make/pixels.ts'
import { TOWN } from './fixtures.ts'
import { runs } from '../../../setup/length.ts'

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Pictures turned, stretched and laid down anywhere a town may lie. */
const affine = fc
  .record({
    width: fc.integer({ min: 100, max: 20_000 }),
    height: fc.integer({ min: 100, max: 20_000 }),
    metres: fc.double({ min: 0.05, max: 5, noNaN: true }),
    stretch: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
    turn: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    longitude: fc.double({ min: -170, max: 170, noNaN: true }),
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  })
  .map(({ width, height, metres, stretch, turn, longitude, latitude }) => {
    const [x, y] = toMetres([longitude, latitude])
    const [cos, sin] = [Math.cos(turn) * metres, Math.sin(turn) * metres]
    const matrix = [cos, sin * stretch, x, sin, -cos * stretch, y] as const
    const ground = ([column, row]: Point): Point => [
      matrix[0] * column + matrix[1] * row + matrix[2],
      matrix[3] * column + matrix[4] * row + matrix[5],
    ]
    return { width, height, metres, stretch, matrix, ground }
  })

const pointsAt = (pixels: readonly Point[], ground: (pixel: Point) => Point): ControlPoint[] =>
  pixels.map((pixel, index) => ({ number: index + 1, pixel, degrees: toDegrees(ground(pixel)) }))

describe('a placement', () => {
  test('by control points on a plane is that plane, for every transformation', () => {
    const types = ['thinPlateSpline', 'polynomial1', 'polynomial2', 'polynomial3', 'projective'] as const
    fc.assert(
      fc.property(affine, fc.constantFrom(...types), ({ width, height, metres, ground }, transformation) => {
        const pixels = [0, 0.3, 0.7, 1].flatMap((x) => [0, 0.4, 0.6, 0.9].map((y): Point => [x * width, y * height]))
        const placement = { by: 'points' as const, transformation, points: pointsAt(pixels, ground) }
        const mapping = createMapping(placement)
        const pixel: Point = [0.55 * width, 0.21 * height]
        expect(distance(mapping.toPixel(ground(pixel)), pixel)).toBeLessThan(0.05)
        expect(distance(mapping.toMetres(pixel), ground(pixel))).toBeLessThan(0.05 * metres)
        checkFolds(placement, { file: 'plan.png', width, height, mask: null })
      }),
      { numRuns: runs(60) },
    )
  })

  test('by a matrix is invertible, and its extent contains its corners', () => {
    fc.assert(
      fc.property(affine, ({ width, height, metres, stretch, matrix, ground }) => {
        const mapping = createMapping({ by: 'affine', unit: 'metres', matrix })
        const pixel: Point = [0.1 * width, 0.8 * height]
        expect(distance(mapping.toPixel(mapping.toMetres(pixel)), pixel)).toBeLessThan(1e-3)
        const extent = measureExtent(mapping, { file: 'plan.tif', width, height, mask: null })
        const [west, south, east, north] = extent.bounds
        for (const corner of [[0, 0] as Point, [width, 0] as Point, [width, height] as Point, [0, height] as Point]) {
          const [longitude, latitude] = toDegrees(ground(corner))
          expect(longitude).toBeGreaterThanOrEqual(west)
          expect(longitude).toBeLessThanOrEqual(east)
          expect(latitude).toBeGreaterThanOrEqual(south)
          expect(latitude).toBeLessThanOrEqual(north)
        }
        // A pixel of the tile is no wider than one of the picture (7% are let pass), and one level less would be too coarse.
        const finest = metres * Math.min(1, stretch)
        expect(metresPerPixel(extent.nativeZoom)).toBeLessThanOrEqual(finest * 1.08)
        expect(metresPerPixel(extent.nativeZoom - 1)).toBeGreaterThan(finest)
      }),
      { numRuns: runs(60) },
    )
  })

  test('that is warped: pixel to ground and ground to pixel agree', () => {
    const bent = ([x, y]: Point): Point => [TOWN[0] + x + 20 * Math.sin(y / 200), TOWN[1] - y + 15 * Math.sin(x / 150)]
    const pixels = [0, 250, 500, 750, 1000].flatMap((x) => [0, 400, 800].map((y): Point => [x, y]))
    const points = pointsAt(pixels, bent)
    const mapping = createMapping({ by: 'points', transformation: 'thinPlateSpline', points })
    for (const pixel of pixels) expect(distance(mapping.toPixel(bent(pixel)), pixel)).toBeLessThan(1e-3)
    const between: Point = [620, 240]
    expect(distance(mapping.toPixel(locatePixel(mapping, between, 1)), between)).toBeLessThan(0.01)
    expect(distance(mapping.toPixel(mapping.toMetres(between)), between)).toBeGreaterThan(0.01)
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a point of a picture with orientation %i is turned as the picture is',
  async (orientation) => {
    const stored = { width: 5, height: 3 }
    const bytes = Buffer.alloc(stored.width * stored.height * 3)
    bytes.fill(255, (1 * stored.width + 3) * 3, (1 * stored.width + 3) * 3 + 3)
    const file = await sharp(bytes, { raw: { ...stored, channels: 3 } })
      .png()
      .withMetadata({ orientation })
      .toBuffer()
    const { data, info } = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true })
    const at = data.indexOf(255) / 3
    const size = { width: info.width, height: info.height, orientation }
    expect(upright([3.5, 1.5], size)).toEqual([(at % info.width) + 0.5, Math.floor(at / info.width) + 0.5])
  },
)

test('coverage by rows adds up to the area of the polygon', () => {
  const point = fc.tuple(fc.integer({ min: -5, max: 45 }), fc.integer({ min: -5, max: 35 }))
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      const polygon: Point[] = [a, b, c]
      const clipped = polygon.every(([x, y]) => x >= 0 && y >= 0 && x <= 40 && y <= 30)
      let sum = 0
      const cover = new Float32Array(40)
      for (let row = 0; row < 30; row++) {
        coverRow(polygon, row, cover)
        const wrong = cover.findIndex(
          (part, column) =>
            !(part >= 0 && part <= 1.001) || (part === 0 && isInside(polygon, [column + 0.5, row + 0.375])),
        )
        expect(wrong).toBe(-1)
        sum += cover.reduce((all, part) => all + part, 0)
      }
      if (clipped) expect(Math.abs(sum - area(polygon))).toBeLessThan(2)
    }),
  )
})
