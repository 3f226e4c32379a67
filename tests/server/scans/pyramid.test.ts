import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { PMTiles } from 'pmtiles'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TILE } from '#rules/media/iiif-addresses.ts'
import { scaleFactors, scaledSize, tilesOfLevel, type Size } from '#rules/media/iiif-image.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { storePicture } from './store-picture.ts'
import { createPyramidReader } from '#server/scans/pyramid-reader.ts'
import { createPyramids } from '#server/scans/pyramid.ts'
import { pyramidKey } from '#server/storage/picture-keys.ts'
import type { Watermark } from '#server/storage/picture-keys.ts'
import { freshArchive, freshFolder } from '../bundle/fresh-archive.ts'
import { runs } from '../../setup/length.ts'

/** A picture in which every place looks different: soft bands across and down. */
function bands({ width, height }: Size) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      pixels[at] = 128 + 120 * Math.sin(x / 37)
      pixels[at + 1] = 128 + 120 * Math.sin(y / 29)
      pixels[at + 2] = 128 + 120 * Math.sin((x + y) / 61)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function arrive(media: MediaStore, bytes: Uint8Array, watermark?: Watermark) {
  const path = join(await freshFolder(), 'picture')
  await writeFile(path, bytes)
  const picture = await inspectPicture(path)
  await storePicture(media, picture, path)
  return { ...picture, watermark }
}

/** All tiles of a level, put together as a viewer does. */
async function stitch(media: MediaStore, version: string, size: Size, level: number) {
  const reader = createPyramidReader(media)
  const { columns, rows } = tilesOfLevel(size, level)
  const tiles = []
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1)
      tiles.push({ input: (await reader.read(version, { level, x, y }))!, left: x * TILE, top: y * TILE })
  const whole = scaledSize(size, 2 ** (scaleFactors(size).length - 1 - level))
  return await sharp({ create: { ...whole, channels: 3, background: '#f0f' } })
    .composite(tiles)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
const meanDifference = (one: Buffer, other: Buffer) => {
  expect(one.length).toBe(other.length)
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += Math.abs(one[at]! - other[at]!)
  return sum / one.length
}

const side = fc.oneof(fc.integer({ min: 1, max: 1300 }), fc.constantFrom(1, 511, 512, 513, 1023, 1024, 1025))

test('the tiles of each level add up to the picture', async () => {
  const { media } = await freshArchive()
  await fc.assert(
    fc.asyncProperty(side, side, async (width, height) => {
      const size = { width, height }
      const drawn = bands(size)
      const source = await arrive(media, await drawn.clone().png({ compressionLevel: 1 }).toBuffer())
      const version = await createPyramids(media).ensure(source)
      const pixels = await drawn.raw().toBuffer()
      for (let level = 0; level < scaleFactors(size).length; level += 1) {
        const { data, info } = await stitch(media, version, size, level)
        const expected = await sharp(pixels, { raw: { ...size, channels: 3 } })
          .resize({ width: info.width, height: info.height, fit: 'fill', kernel: 'linear' })
          .raw()
          .toBuffer()
        expect(meanDifference(data, expected)).toBeLessThan(Math.min(width, height) < 16 ? 24 : 6)
      }
    }),
    { numRuns: runs(12) },
  )
})

test('tiles are upright, without metadata, with the watermark as on the public picture', async () => {
  const { media } = await freshArchive()
  const size = { width: 900, height: 1400 }
  const bytes = await sharp({ create: { width: 1400, height: 900, channels: 3, background: '#808080' } })
    .withExif({ IFD0: { Artist: 'Jane Owner' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const source = await arrive(media, bytes, { text: 'Historical Society', color: 'black', position: 'bottom right' })
  expect([source.width, source.height]).toEqual([900, 1400])
  const version = await createPyramids(media).ensure(source)
  const file = Buffer.from((await media.read(pyramidKey(version)))!)
  expect([file.includes('Jane'), file.includes('Exif\0\0')]).toEqual([false, false])
  const { data, info } = await stitch(media, version, size, 2)
  expect([info.width, info.height]).toEqual([900, 1400])
  const dark = (x: number, y: number) => data[(y * info.width + x) * 3]! < 60
  const marked = { left: info.width, top: info.height, right: 0, bottom: 0 }
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1)
      if (dark(x, y)) {
        Object.assign(marked, { left: Math.min(marked.left, x), top: Math.min(marked.top, y) })
        Object.assign(marked, { right: Math.max(marked.right, x), bottom: Math.max(marked.bottom, y) })
      }
  expect(marked.left).toBeGreaterThan(400)
  expect(marked.top).toBeGreaterThan(1300)
  expect(marked.right).toBeGreaterThan(850)
  expect(marked.bottom).toBeGreaterThan(1370)
})

test('one valid PMTiles file, made once for concurrent requests, without leftovers', async () => {
  const { media } = await freshArchive()
  const source = await arrive(media, await bands({ width: 1100, height: 600 }).jpeg().toBuffer())
  let reads = 0
  const counting: MediaStore = { ...media, read: (key) => ((reads += 1), media.read(key)) }
  const pyramids = createPyramids(counting)
  expect(await pyramids.hasTiles(source)).toBe(false)
  const temporary = await freshFolder()
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const versions = await Promise.all(Array.from({ length: 5 }, () => pyramids.ensure(source)))
  await pyramids.ensure(source)
  expect([new Set(versions).size, reads, await pyramids.hasTiles(source)]).toEqual([1, 1, true])
  expect(readdirSync(temporary)).toEqual([])

  const bytes = Buffer.from((await media.read(pyramidKey(versions[0]!)))!)
  const theirs = new PMTiles({
    getKey: () => 'file',
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  })
  expect(await theirs.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 2, tileType: 3 })
  const ours = await createPyramidReader(media).read(versions[0]!, { level: 2, x: 2, y: 1 })
  expect(Buffer.from((await theirs.getZxy(2, 2, 1))!.data)).toEqual(ours)
  expect(await sharp(ours).metadata()).toMatchObject({ format: 'jpeg', width: 76, height: 88 })
})
