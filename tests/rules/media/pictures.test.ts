import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { filesOfPicture, fitInBox, largePicture, scanJpeg, scanSource, smallPicture } from '#rules/media/pictures.ts'
import { MattedPicture } from '#components/record/MattedPicture.tsx'
import { staticPage } from '#release/deploy/site-files.ts'
import { pageOfPreview, parseMediaPath, pictureOfAddress } from '#rules/media/read-address.ts'
import { mediaPath, previewPath } from '#rules/media/site-media.ts'

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

const api = scanSource('https://api.example', 7)
const site = scanSource('', 7)

test('a wide picture: AVIF for phones only, WebP and JPEG at every stored width, as versioned files of the site', () => {
  const picture = largePicture(site, { width: 3000, height: 2000, version: 'ab' }, BOX)
  expect(picture).toMatchObject({ width: 1080, height: 720, full: '/media/scan/0/7.jpg?v=ab' })
  expect(picture.sources[0]).toEqual({
    type: 'image/avif',
    media: '(max-width: 480px)',
    srcset: [320, 640].map((w) => `/media/scan/0/7-${w}.avif?v=ab ${w}w`).join(', '),
  })
  expect(picture.sources[1]!.srcset.match(/ \d+w/g)).toEqual([' 320w', ' 640w', ' 1280w', ' 2048w'])
  expect(picture.src).toBe('/media/scan/0/7-1280.jpg?v=ab')
})

test('the same from an API on another host', () => {
  const picture = largePicture(api, { width: 3000, height: 2000, version: 'v' }, BOX)
  expect(picture.full).toBe('https://api.example/api/scan/image/7/?format=jpeg&v=v')
  expect(picture.src).toBe('https://api.example/api/scan/image/7/?width=1280&format=jpeg&v=v')
  const small = smallPicture(api, { width: 3000, height: 2000, version: 'v' }, BOX)
  expect(small.src).toBe('https://api.example/api/scan/image/7/?width=320&format=webp&v=v')
})

test('a small picture is not offered wider than it is', () => {
  const picture = largePicture(site, { width: 500, height: 400, version: 'v' }, BOX)
  expect(picture.srcset).toBe('/media/scan/0/7-320.jpg?v=v 320w, /media/scan/0/7-500.jpg?v=v 500w')
  expect(picture.sources.every((source) => source.media === undefined)).toBe(true)
  expect(smallPicture(site, { width: 200, height: 100, version: 'v' }, BOX).src).toBe('/media/scan/0/7-200.webp?v=v')
})

test('without a size (from other servers), there is only the plain address', () => {
  for (const picture of [largePicture(api, {}, BOX), smallPicture(api, { width: null, height: null }, BOX)]) {
    const src = 'https://api.example/api/scan/image/7/'
    expect(picture).toMatchObject({ src, width: null, height: null, srcset: '', sources: [] })
  }
})

test('our own parameters go to no other server, which may mean something else by `format`', () => {
  const known = { width: 3000, height: 2000, version: '' }
  const src = 'https://api.example/api/scan/image/7/'
  for (const picture of [largePicture(api, known, BOX), smallPicture(api, known, BOX)])
    expect(picture).toMatchObject({ src, full: src, srcset: '', sources: [] })
  expect(scanJpeg(api, {}, 640)).toBe(src)
})

const id = fc.integer({ min: 1, max: 999_999_999 })

test('what a site of files names of a picture is among its files; every address of a picture is read back', () => {
  fc.assert(
    fc.property(id, size, size, fc.constantFrom('scan', 'person'), (id, width, height, kind) => {
      const source = { kind, id, base: '' } as const
      const stored = { width, height, version: '0123456789abcdef' }
      const large = largePicture(source, stored, BOX)
      const small = smallPicture(source, stored, { width: 224, height: 176 })
      const inSet = (set: string) => (set ? set.split(', ').map((each) => each.split(' ')[0]!) : [])
      const html = renderToStaticMarkup(createElement(MattedPicture, { picture: { ...large, alt: '' }, number: 1 }))
      const page = staticPage(html, 'alone').matchAll(/(?:src|href)="([^"]+)"|srcset="([^"]+)"/gi)
      const named = [...page].flatMap(([, src, set]) => (src ? [src] : inSet(set!)))
      named.push(large.full, small.src, ...inSet(small.srcset))
      named.push(scanJpeg(source, stored), scanJpeg(source, stored, 640), scanJpeg(source, stored, 320))
      const files = filesOfPicture(source, width).map(mediaPath)
      expect(files.every((path) => mediaPath(parseMediaPath(path)!) === path)).toBe(true)
      expect(new Set(files).size).toBe(files.length)
      for (const address of named) expect(files).toContain(address.split('?')[0])
      for (const address of [...named, large.src, ...inSet(large.sources[0]!.srcset)])
        expect(pictureOfAddress(address)).toEqual({ source, version: stored.version })
    }),
  )
})

test('a link preview is a file with a name that leads back to its page', () => {
  const part = fc.stringMatching(/^[\w-]{1,12}$/)
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), (parts) => {
      const page = `/${parts.join('/')}/`
      const path = previewPath(page)
      expect(pageOfPreview(path)).toBe(page)
      expect(parseMediaPath(path)).toBeUndefined()
      expect(path.split('/')).toHaveLength(5)
    }),
  )
  for (const path of [
    '/media/page/itemview/..jpg',
    '/media/page/../1.jpg',
    '/media/page/a/b.webp',
    '/media/page/a.jpg',
  ])
    expect(pageOfPreview(path)).toBeUndefined()
})

test('no other path is read as a picture', () => {
  for (const path of [
    '/media/scan/1/7.jpg',
    '/media/scan/0/07.jpg',
    '/media/scan/0/7.png',
    '/media/scan/0/7-0.webp',
    '/media/tiles/0/7.jpg',
    '/media/scan/0/7.jpg/',
    '/media/scan/0/0.jpg',
    'media/scan/0/7.jpg',
  ])
    expect(parseMediaPath(path)).toBeUndefined()
})
