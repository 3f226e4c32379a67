import fc from 'fast-check'
import { expect, test } from 'vitest'
import { picturesInView, type LotPicture } from '#rules/map/lot-pictures.ts'

const view = { box: [0, 0, 1000, 800], metresPerPixel: 2, zoom: 16 } as const

test('those of the richest lots in view, none over another', () => {
  const pictures: LotPicture[] = [
    [400, 400, 'a'],
    [420, 400, 'under a'],
    [2000, 400, 'outside'],
    [800, 800, 'b'],
  ]
  expect(picturesInView(pictures, view)).toEqual([
    { x: 200, y: 200, src: 'a' },
    { x: 400, y: 0, src: 'b' },
  ])
  expect(picturesInView(pictures, { ...view, zoom: 14 }), 'from afar').toEqual([])
})

test('a dozen at most, each within the view', () => {
  const metre = fc.integer({ min: -500, max: 1500 })
  fc.assert(
    fc.property(fc.array(fc.tuple(metre, metre, fc.string())), (pictures) => {
      const shown = picturesInView(pictures, view)
      expect(shown.length).toBeLessThanOrEqual(12)
      for (const { x, y } of shown) expect(x >= 0 && x <= 500 && y >= 0 && y <= 400).toBe(true)
    }),
  )
})
