import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WATERMARK_POSITIONS } from '#contract/scan.ts'
import { layOutWatermark, watermarkCorner, watermarkedSize, watermarkText } from '#rules/media/watermark.ts'

const side = fc.integer({ min: 1, max: 30_000 })

test('a watermark lies inside its picture, in its corner', () => {
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0.1, max: 300, noNaN: true }),
      fc.constantFrom(...WATERMARK_POSITIONS),
      (width, height, textWidth, position) => {
        const layout = layOutWatermark(textWidth, { width, height }, position)
        if (!layout) return
        const { box, left, top } = layout
        expect(left).toBeGreaterThanOrEqual(0)
        expect(top).toBeGreaterThanOrEqual(0)
        expect(left + box.width).toBeLessThanOrEqual(width)
        expect(top + box.height).toBeLessThanOrEqual(height)
        const corner = watermarkCorner(layout, { width, height })
        expect(corner.left).toBeGreaterThanOrEqual(0)
        expect(corner.left + corner.width).toBeLessThanOrEqual(width + 1e-6)
        expect(corner.top + corner.height).toBeLessThanOrEqual(height + 1e-6)
        const [centreX, centreY] = [left + box.width / 2, top + box.height / 2]
        if (position.endsWith('left')) expect(centreX).toBeLessThanOrEqual(width / 2 + 1)
        else expect(centreX).toBeGreaterThanOrEqual(width / 2 - 1)
        if (position.startsWith('top')) expect(centreY).toBeLessThanOrEqual(height / 2 + 1)
        else expect(centreY).toBeGreaterThanOrEqual(height / 2 - 1)
      },
    ),
  )
})

test('the size that a watermark is drawn for is that of the widest public picture', () => {
  expect(watermarkedSize({ width: 4000, height: 3000 }, 2048)).toEqual({ width: 2048, height: 1536 })
  expect(watermarkedSize({ width: 800, height: 600 }, 2048)).toEqual({ width: 800, height: 600 })
  expect(watermarkedSize({ width: 30_000, height: 3 }, 2048)).toEqual({ width: 2048, height: 1 })
})

test('a text is drawn on one line', () => {
  expect(watermarkText(' Brannock\n Bay\u202e ')).toBe('Brannock Bay')
  expect(watermarkText('\t ')).toBe('')
})

test('a watermark takes no more of the width than the settings say, and keeps off the edges', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 400, max: 30_000 }),
      fc.integer({ min: 400, max: 30_000 }),
      fc.double({ min: 4, max: 60, noNaN: true }),
      fc.integer({ min: 5, max: 50 }),
      (width, height, textWidth, percent) => {
        const { box, left, top } = layOutWatermark(textWidth, { width, height }, 'bottom right', percent)!
        expect(box.width).toBeLessThanOrEqual(Math.ceil((percent / 100) * width) + 1)
        const margin = 0.02 * Math.min(width, height) - 1
        const room = (height - box.height) / 2 - 1
        expect(width - left - box.width).toBeGreaterThanOrEqual(Math.min(margin, (width - box.width) / 2 - 1))
        expect(height - top - box.height).toBeGreaterThanOrEqual(Math.min(margin, room))
      },
    ),
  )
})

test('watermarks of earlier versions are where they were', () => {
  const layout = layOutWatermark(13, { width: 2048, height: 1365 }, 'bottom right')
  expect(layout).toEqual(layOutWatermark(13, { width: 2048, height: 1365 }, 'bottom right', 90))
  expect(layout).toMatchObject({ box: { width: 711, height: 82 }, left: 1310, top: 1256 })
})
