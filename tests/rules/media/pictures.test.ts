import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitInBox, largePicture, scanJpegUrl, smallPicture } from '#rules/media/pictures.ts'

const BOX = { width: 1080, height: 720 }
const size = fc.integer({ min: 1, max: 20_000 })

test('a picture keeps its aspect ratio, fits its box and is never enlarged', () => {
  fc.assert(
    fc.property(size, size, (width, height) => {
      const shown = fitInBox(width, height, BOX)
      expect(shown.width).toBeLessThanOrEqual(Math.min(width, BOX.width))
      expect(shown.height).toBeLessThanOrEqual(Math.min(height, BOX.height))
      // Rounding to whole pixels moves each side by at most half a pixel; a sliver is kept at one.
      if (shown.width > 1 && shown.height > 1) {
        expect(Math.abs(shown.width - (shown.height * width) / height)).toBeLessThanOrEqual(
          0.5 + (0.5 * width) / height,
        )
      }
    }),
  )
})

test('a wide picture: AVIF for phones only, WebP and JPEG at every stored width, versioned', () => {
  const picture = largePicture('/api/scan/image/7/', { width: 3000, height: 2000, version: 'a b' }, BOX)
  expect(picture).toMatchObject({ width: 1080, height: 720, full: '/api/scan/image/7/?v=a%20b' })
  expect(picture.sources[0]).toEqual({
    type: 'image/avif',
    media: '(max-width: 480px)',
    srcset: [320, 640].map((w) => `/api/scan/image/7/?width=${w}&format=avif&v=a%20b ${w}w`).join(', '),
  })
  expect(picture.sources[1]!.srcset.match(/ \d+w/g)).toEqual([' 320w', ' 640w', ' 1280w', ' 2048w'])
  expect(picture.src).toBe('/api/scan/image/7/?width=1280&format=jpeg&v=a%20b')
})

test('a small picture is not offered wider than it is', () => {
  const picture = largePicture('/p/', { width: 500, height: 400, version: 'v' }, BOX)
  expect(picture.srcset).toBe('/p/?width=320&format=jpeg&v=v 320w, /p/?format=jpeg&v=v 500w')
  expect(picture.sources.every((source) => source.media === undefined)).toBe(true)
})

test('without a size (from other servers), there is only the plain address', () => {
  for (const picture of [largePicture('/p/', {}, BOX), smallPicture('/p/', { width: null, height: null }, BOX)]) {
    expect(picture).toMatchObject({ src: '/p/', width: null, height: null, srcset: '', sources: [] })
  }
})

test('our own parameters go to no other server, which may mean something else by `format`', () => {
  const known = { width: 3000, height: 2000, version: '' }
  for (const picture of [largePicture('/p/', known, BOX), smallPicture('/p/', known, BOX)])
    expect(picture).toMatchObject({ src: '/p/', full: '/p/', srcset: '', sources: [] })
  expect(scanJpegUrl('https://api.example', 7, '', 640)).toBe('https://api.example/api/scan/image/7/')
})
