import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TILE } from '#rules/media/iiif-addresses.ts'
import {
  MAX_PIXELS,
  imageInformation,
  parseImageRequest,
  scaleFactors,
  scaledSize,
  serviceSize,
  tilesOfLevel,
  type Size,
  type Tile,
} from '#rules/media/iiif-image.ts'
import { tileAddress } from './iiif-checks.ts'
import { runs } from '../../setup/length.ts'

const side = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(511, 512, 513, 1024, 1025, 2048, 12_000))
const size = fc.record({ width: side, height: side })
const ask = (size: Size, address: string, largest = size) => {
  const [region, asked, rotation, file] = address.split('/')
  expect([rotation, file]).toEqual(['0', 'default.jpg'])
  return parseImageRequest(size, largest, region!, asked!)
}

test('the tiles of each level cover the picture exactly, and addresses parse back to their tile', () => {
  fc.assert(
    fc.property(size, (size) => {
      const factors = scaleFactors(size)
      for (const [index, factor] of factors.entries()) {
        const level = factors.length - 1 - index
        const { columns, rows } = tilesOfLevel(size, level)
        let pixels = 0
        for (let x = 0; x < columns; x += 1) {
          for (let y = 0; y < rows; y += 1) {
            const address = tileAddress(size, { level, x, y })
            const meant = ask(size, address, scaledSize(size, 2 ** (factors.length - 1)))
            const [region, asked] = address.split('/')
            // A corner that is one pixel at two levels has one address for both: either tile is the right answer.
            if (asked === '1,1') expect(tileAddress(size, meant as Tile)).toBe(address)
            else expect(meant).toEqual({ level, x, y })
            const [, , width, height] =
              region === 'full' ? [0, 0, size.width, size.height] : region!.split(',').map(Number)
            const [w, h] = asked === 'max' ? [width, height] : asked!.split(',').map(Number)
            expect(w! > 0 && h! > 0 && w! <= TILE && h! <= TILE).toBe(true)
            pixels += width! * height!
          }
        }
        expect([factor, pixels]).toEqual([factor, size.width * size.height])
      }
      expect(tilesOfLevel(size, 0)).toEqual({ columns: 1, rows: 1 })
    }),
    { numRuns: runs(60), examples: [[{ width: 1025, height: 1025 }], [{ width: 2049, height: 1 }]] },
  )
})

test('the sizes that a document lists can be asked for, and `max`', () => {
  fc.assert(
    fc.property(size, side, (size, most) => {
      const scale = Math.min(1, most / Math.max(size.width, size.height))
      const largest = {
        width: Math.max(1, Math.round(size.width * scale)),
        height: Math.max(1, Math.round(size.height * scale)),
      }
      for (const { width, height } of imageInformation('https://a.example/x', size, largest).sizes) {
        expect(parseImageRequest(size, largest, 'full', `${width},${height}`)).toBeDefined()
      }
      expect(parseImageRequest(size, largest, 'full', 'max')).toBeDefined()
    }),
  )
})

test.each([
  ['square', 'max'],
  ['pct:0,0,50,50', 'max'],
  ['0,0,512,512', '512,'],
  ['0,0,512,512', ',512'],
  ['0,0,512,512', '!512,512'],
  ['0,0,512,512', '^512,512'],
  ['0,0,512,512', '511,512'],
  ['0,0,512', '512,512'],
  ['0,0,512,512,1', '512,512'],
  ['-512,0,512,512', '512,512'],
  ['00,0,512,512', '512,512'],
  ['0,0,5e2,512', '512,512'],
  ['1,0,512,512', '512,512'],
  ['2048,0,512,512', '512,512'],
  ['0,0,0,0', '0,0'],
  ['0,0,512,0', '512,0'],
  ['full', 'full'],
  ['full', '2000,1500'],
  ['full', '1000,750'],
  ['', ''],
  ['0,0,999999999999999999999,1', 'max'],
  ['../../x', 'max'],
])('%s/%s is nothing that is there', (region, asked) => {
  expect(parseImageRequest({ width: 2000, height: 1500 }, { width: 1024, height: 768 }, region, asked)).toBeUndefined()
})

test('requests in the form that viewers use are understood', () => {
  const size = { width: 1000, height: 512 }
  expect(parseImageRequest(size, size, '0,0,1000,512', '500,256')).toEqual({ level: 0, x: 0, y: 0 })
  expect(parseImageRequest(size, size, '0,0,512,512', 'max')).toEqual({ level: 1, x: 0, y: 0 })
  expect(parseImageRequest(size, size, '0,0,1000,512', 'max')).toBe('max')
  expect(parseImageRequest(size, size, 'full', '1000,512')).toBe('max')
  expect(parseImageRequest({ width: 300, height: 200 }, { width: 300, height: 200 }, 'full', 'max')).toEqual({
    level: 0,
    x: 0,
    y: 0,
  })
})

test('a larger picture is scaled down with its aspect ratio', () => {
  const large = serviceSize({ width: 24_000, height: 10_000 })
  expect(large.width * large.height).toBeLessThanOrEqual(MAX_PIXELS * 1.001)
  expect(large.width / large.height).toBeCloseTo(2.4, 3)
  expect(serviceSize({ width: 1, height: 90_000 })).toEqual({ width: 1, height: 65_500 })
})

test('a long panorama keeps its height', () => {
  expect(serviceSize({ width: 30_000, height: 800 })).toEqual({ width: 30_000, height: 800 })
})
