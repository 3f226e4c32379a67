import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandOf } from '#islands/behaviours/viewer/keys.ts'
import { hashOf, pictureAt, pictureIn, sizeOf } from '#islands/behaviours/viewer/page-pictures.ts'
import { nearestPixelRatio, swipeOf } from '#islands/behaviours/viewer/zoom.ts'
import { imageInfoOfPicture } from '#rules/media/iiif-addresses.ts'
import { largePicture, scanSource } from '#rules/media/pictures.ts'

describe('the address of an open picture', () => {
  test('names the picture', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 9999 }), (number) => pictureIn(hashOf(number)) === number))
  })

  test.each([
    '',
    '#',
    '#picture',
    '#picture-',
    '#picture-0',
    '#picture-01',
    '#picture-1x',
    '#picture-99999',
    '#record',
  ])('%j names none', (hash) => expect(pictureIn(hash)).toBeUndefined())
})

describe('a key', () => {
  const key = (name: string) => ({ key: name, ctrlKey: false, altKey: false, metaKey: false })
  const whole = { near: false, several: true }

  test("does not browse a single picture, and is the browser's with Ctrl, Alt or Meta", () => {
    expect(commandOf(key('ArrowRight'), { near: false, several: false })).toBeUndefined()
    expect(commandOf(key('PageUp'), { near: true, several: false })).toBeUndefined()
    for (const held of ['ctrlKey', 'altKey', 'metaKey'])
      expect(commandOf({ ...key('+'), [held]: true }, whole)).toBeUndefined()
    expect(commandOf(key('Escape'), whole)).toBeUndefined()
    expect(commandOf(key('Tab'), whole)).toBeUndefined()
  })
})

describe('the scale', () => {
  test('is at most five times the whole picture, whatever its pixels (spec §9)', () => {
    const sizes = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(sizes, sizes, fc.double({ min: 0.01, max: 1, noNaN: true }), (windowWidth, pictureWidth, home) => {
        // As OpenSeadragon counts back: Viewport.getMaxZoom.
        const most = (nearestPixelRatio(home, windowWidth, pictureWidth) * pictureWidth) / windowWidth
        expect(most / home).toBeCloseTo(5, 9)
      }),
    )
  })

  test('a swipe must be horizontal and long enough', () => {
    expect([swipeOf(-90, 10), swipeOf(90, -10), swipeOf(-40, 0), swipeOf(-90, 80)]).toEqual([1, -1, 0, 0])
  })
})

describe('a picture of the page', () => {
  const full = 'https://api.example/api/scan/image/12/?v=ab3'

  test('has tiles when it has a version and is from this archive', () => {
    expect(imageInfoOfPicture(full)).toBe('https://api.example/api/scan/iiif/12/ab3/info.json')
    expect(
      imageInfoOfPicture(
        largePicture(scanSource('', 12), { width: 9, height: 9, version: 'x' }, { width: 9, height: 9 }).full,
      ),
    ).toBe('/api/scan/iiif/12/x/info.json')
    for (const address of [
      'https://other.example/api/scan/image/12/',
      'https://api.example/api/people/images/4/?v=ab3',
      'https://api.example/api/scan/image/12/?v=',
      'https://api.example/picture.jpg?v=1',
    ])
      expect(imageInfoOfPicture(address)).toBeNull()
  })

  test('offers every stored width that a larger box can use', () => {
    const box = { width: 1080, height: 720 }
    const expected = largePicture(
      scanSource('https://api.example', 12),
      { width: 4000, height: 3000, version: 'ab3' },
      box,
    )
    expect(pictureAt(full, sizeOf('4000x3000'), box)).toEqual(expected)
    expect(pictureAt('https://other.example/scan/3', null, box)).toMatchObject({
      src: 'https://other.example/scan/3',
      srcset: '',
      sources: [],
    })
    expect([undefined, '', '0x3', '4x', 'axb'].map(sizeOf)).toEqual([null, null, null, null, null])
  })
})
