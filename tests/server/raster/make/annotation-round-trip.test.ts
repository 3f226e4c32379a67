import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAnnotation } from '#server/raster/make/georeference.ts'
import { readAnnotation } from '#server/raster/make/read-annotation.ts'
import { runs } from '../../../setup/length.ts'

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const size = fc.record({
  ...{ width: fc.integer({ min: 16, max: 30_000 }), height: fc.integer({ min: 16, max: 30_000 }) },
  orientation: fc.integer({ min: 1, max: 8 }),
})
const part = fc.double({ min: 0, max: 1, noNaN: true })
const placed = fc.record({
  size,
  points: fc.array(fc.tuple(part, part, degrees(180), degrees(85)), { minLength: 3, maxLength: 12 }),
  transformation: fc.constantFrom('thinPlateSpline', 'polynomial1', 'polynomial2', 'helmert', 'projective'),
  mask: fc.option(fc.tuple(part, part, part), { nil: null }),
})

test('an annotation that is read and written again is the same, to the last digit of its control points', () => {
  fc.assert(
    fc.property(placed, ({ size: { width, height, orientation }, points, transformation, mask }) => {
      const picture = { width, height, orientation }
      const corners =
        mask &&
        ([
          [0, 0],
          [width, height * mask[0]],
          [width / 2 + (mask[1] * width) / 2, height],
          [width * mask[2] * 0.4, height * 0.9],
        ] as const)
      // Not the product itself, which a division takes back exactly.
      const within = (value: number, most: number) => Math.round(value * most * 1e4) / 1e4
      const gcps = points.map(([x, y, longitude, latitude], at) => ({
        ...{ number: at + 1, pixel: [within(x, width), within(y, height)], degrees: [longitude, latitude] },
      })) as { number: number; pixel: [number, number]; degrees: [number, number] }[]
      const georeference = { points: gcps, transformation, mask: corners, notes: [] } as const
      const text = toAnnotation(georeference, picture, 'plan 1856.png')
      expect(toAnnotation(readAnnotation(text, 'plan.json', picture), picture, '4.png')).toBe(text)
    }),
    { numRuns: runs(500) },
  )
})
