import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import type { ImageFormat } from '#contract/scan.ts'
import { storedWidths } from '#rules/media/pictures.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { createDerivatives } from '#server/scans/derivatives.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { storePicture } from './store-picture.ts'
import { nearestWidth } from '#rules/media/pictures.ts'
import { chooseFormat, derivativeKey, pictureVersion } from '#server/storage/picture-keys.ts'
import type { Watermark } from '#server/storage/picture-keys.ts'
import { freshArchive, freshFolder } from '../bundle/fresh-archive.ts'

/** Stores a picture as an upload would. */
async function arrive(media: MediaStore, bytes: Uint8Array) {
  const path = join(await freshFolder(), 'picture')
  await writeFile(path, bytes)
  const picture = await inspectPicture(path)
  await storePicture(media, picture, path)
  return picture
}
async function shown(media: MediaStore, bytes: Uint8Array, watermark?: Watermark, format: ImageFormat = 'jpeg') {
  const picture = await arrive(media, bytes)
  const version = await createDerivatives(media).ensure({ ...picture, watermark }, [format])
  const width = storedWidths(picture.width, format).at(-1)!
  return Buffer.from((await media.read(derivativeKey(version, width, format)))!)
}
const plain = (background: string, width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Mean brightness (0 to 255) of a part of a picture. */
async function brightness(bytes: Buffer, left: number, top: number, width: number, height: number): Promise<number> {
  const { channels } = await sharp(await sharp(bytes).extract({ left, top, width, height }).png().toBuffer()).stats()
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length
}

test.each(['avif', 'webp', 'jpeg'] as const)('%s holds no camera, owner or place, and is sRGB', async (format) => {
  const { media } = await freshArchive()
  const bytes = await plain('#446688')
    .withExif({
      IFD0: { Artist: 'Jane Owner', Copyright: 'Jane' },
      IFD3: { GPSLatitude: '44/1 0/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
  expect(bytes.includes('Jane Owner')).toBe(true)
  const out = await shown(media, bytes, undefined, format)
  expect(out.includes('Jane')).toBe(false)
  expect(out.includes('Exif\0\0')).toBe(false)
  const { exif, icc, xmp, iptc, space, format: kind } = await sharp(out).metadata()
  expect({ exif, icc, xmp, iptc, space }).toEqual({ space: 'srgb' })
  expect(kind).toBe(format === 'avif' ? 'heif' : format)
})

const corners = { 'top left': [0, 0], 'top right': [1, 0], 'bottom left': [0, 1], 'bottom right': [1, 1] } as const
test.each(Object.keys(corners) as (keyof typeof corners)[])(
  'a watermark %s is there and only there',
  async (position) => {
    const { media } = await freshArchive()
    for (const color of ['black', 'white'] as const) {
      const ground = color === 'black' ? '#e0e0e0' : '#202020'
      const out = await shown(media, await plain(ground).png().toBuffer(), { text: 'Society', color, position })
      const blank = await brightness(out, 180, 130, 40, 40)
      for (const [name, [x, y]] of Object.entries(corners)) {
        const here = await brightness(out, x * 280, y * 270, 120, 30)
        const differs = color === 'black' ? blank - here : here - blank
        if (name === position) expect(differs).toBeGreaterThan(4)
        else expect(Math.abs(differs)).toBeLessThan(1)
      }
    }
  },
)

test('a long watermark fits the picture, a small picture still works', async () => {
  const { media } = await freshArchive()
  const watermark = {
    text: 'A very long name of a society '.repeat(20),
    color: 'black',
    position: 'bottom right',
  } as const
  const out = await shown(media, await plain('#ffffff').png().toBuffer(), watermark)
  expect(await brightness(out, 0, 0, 400, 250)).toBeGreaterThan(254)
  expect(await brightness(out, 20, 280, 360, 20)).toBeLessThan(253)
  expect(
    await sharp(await shown(media, await plain('#ffffff', 3, 2).png().toBuffer(), watermark)).metadata(),
  ).toMatchObject({
    width: 3,
    height: 2,
  })
})

test.each([
  '</svg><script>alert(1)</script>',
  '&xxe; "quotes" \'and\' <b>',
  '\0\u202e\n\t',
  'Ünïcödé Łódź Αθήνα Москва 東京',
])('hostile or foreign text is only ever drawn: %j', async (text) => {
  const { media } = await freshArchive()
  const out = await shown(media, await plain('#ffffff').png().toBuffer(), {
    text,
    color: 'black',
    position: 'top left',
  })
  expect(out.includes('script')).toBe(false)
  expect(await sharp(out).metadata()).toMatchObject({ width: 400, height: 300 })
})

test('transparency becomes white, 16 bits and grey become sRGB', async () => {
  const { media } = await freshArchive()
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  expect(await brightness(await shown(media, await clear.png().toBuffer()), 0, 0, 20, 20)).toBeGreaterThan(250)
  const grey = await plain('#808080', 20, 20).toColourspace('grey16').png().toBuffer()
  const out = await shown(media, grey)
  expect(await sharp(out).metadata()).toMatchObject({ channels: 3, depth: 'uchar' })
  expect(Math.abs((await brightness(out, 0, 0, 20, 20)) - 128)).toBeLessThan(3)
})

test('widths: never wider than the picture, AVIF only up to 800', () => {
  expect(storedWidths(200, 'webp')).toEqual([200])
  expect(storedWidths(640, 'webp')).toEqual([320, 640])
  expect(storedWidths(5000, 'jpeg')).toEqual([320, 640, 1280, 2048])
  expect(storedWidths(5000, 'avif')).toEqual([320, 640])
  expect(storedWidths(700, 'avif')).toEqual([320, 640, 700])
  expect(nearestWidth(900, 'webp', undefined)).toBe(900)
  expect(nearestWidth(900, 'webp', 1)).toBe(320)
  expect(nearestWidth(900, 'webp', 321)).toBe(640)
  expect(nearestWidth(900, 'webp', 4000)).toBe(900)
  expect(chooseFormat(900, 'avif', undefined)).toBe('webp')
  expect(chooseFormat(900, 'avif', 640)).toBe('avif')
  expect(chooseFormat(700, 'avif', undefined)).toBe('avif')
  expect(chooseFormat(900, 'jpeg', undefined)).toBe('jpeg')
})

test('the version follows the picture and the watermark', () => {
  const mark = { text: 'A', color: 'black', position: 'top left' } as const
  const versions = [
    pictureVersion('a'.repeat(64), mark),
    pictureVersion('b'.repeat(64), mark),
    pictureVersion('a'.repeat(64), { ...mark, text: 'B' }),
    pictureVersion('a'.repeat(64), { ...mark, color: 'white' }),
    pictureVersion('a'.repeat(64), { ...mark, position: 'top right' }),
    pictureVersion('a'.repeat(64), { ...mark, size: 12 }),
    pictureVersion('a'.repeat(64), { ...mark, opacity: 60 }),
    pictureVersion('a'.repeat(64), undefined),
  ]
  expect(new Set(versions).size).toBe(versions.length)
  // As in versions of Lotline without these two.
  expect(pictureVersion('a'.repeat(64), { ...mark, size: 90, opacity: 100 })).toBe(versions[0])
  expect(pictureVersion('a'.repeat(64), { ...mark, text: '' })).toBe(pictureVersion('a'.repeat(64), undefined))
})

test('a picture longer than a kind of file can be keeps its shape and is not refused', async () => {
  const { media } = await freshArchive()
  const scroll = await plain('#998877', 100, 20_000).png().toBuffer()
  for (const format of ['webp', 'jpeg', 'avif'] as const) {
    const { width, height } = await sharp(await shown(media, scroll, undefined, format)).metadata()
    expect(height).toBeLessThanOrEqual(16_383)
    expect(height / width).toBeCloseTo(200, 0)
  }
})
