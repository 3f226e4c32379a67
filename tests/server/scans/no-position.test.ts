import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import exifr from 'exifr'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { FileFormat } from '#contract/file.ts'
import { createDerivatives } from '#server/scans/derivatives.ts'
import { patched, tagsOf } from '#server/scans/embedded-tags.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { derivativeKey } from '#server/storage/picture-keys.ts'
import { withExif, withIptc, withXmp } from '../../rules/import/pictures-saying.ts'
import { freshArchive, freshFolder } from '../bundle/fresh-archive.ts'
import { pdf } from './pdf.ts'
import { storePicture } from './store-picture.ts'
import { runs } from '../../setup/length.ts'

/** A position, as each way of embedding writes it. */
const IN_XMP = '<exif:GPSLatitude>44,7.5N</exif:GPSLatitude><photoshop:City>Brannock Bay</photoshop:City>'
const IN_EXIF = {
  IFD0: { Artist: 'Jane Owner' },
  IFD3: { GPSLatitude: '44/1 7/1 30/1', GPSLatitudeRef: 'N', GPSLongitude: '81/1 0/1 0/1', GPSLongitudeRef: 'W' },
}
const TOLD = /GPSLatitude|Brannock Bay|Jane Owner|Exif\0/

const served = async (format: FileFormat, file: Buffer) => {
  const patches = await tagsOf(format, file.length, (offset, length) =>
    Promise.resolve(file.subarray(offset, offset + length)),
  )
  return await buffer(patched(Readable.from([Buffer.from(file)]), 0, file.length - 1, patches))
}

test.each([
  ['EXIF', await withExif(IN_EXIF)],
  ['XMP', await withXmp(IN_XMP)],
  ['IPTC', await withIptc([[90, 'Brannock Bay']])],
  ['XMP of a TIFF', await withXmp(IN_XMP, 'tiff')],
])('a picture shows nothing of the position in its %s, in any size and format', async (_, original) => {
  expect(original.toString('latin1')).toMatch(TOLD)
  const { media } = await freshArchive()
  const path = join(await freshFolder(), 'picture')
  await writeFile(path, original)
  const picture = await inspectPicture(path)
  await storePicture(media, picture, path)
  for (const format of ['avif', 'webp', 'jpeg'] as const) {
    const version = await createDerivatives(media).ensure({ ...picture, watermark: undefined }, [format])
    const shown = Buffer.from((await media.read(derivativeKey(version, picture.width, format)))!)
    expect(shown.toString('latin1')).not.toMatch(TOLD)
    const { exif, xmp, iptc } = await sharp(shown).metadata()
    expect({ exif, xmp, iptc }).toEqual({})
  }
})

/** A TIFF of two pages of 2 × 1 pixels, the first with a position in lists of EXIF and GPS. */
function tiffOfTwo(isLittle: boolean): Buffer {
  const file = Buffer.alloc(600)
  const put = (at: number, size: 2 | 4, value: number) =>
    isLittle ? file.writeUIntLE(value, at, size) : file.writeUIntBE(value, at, size)
  /** Type 2 is text, 3 a short, 4 a long, 5 a fraction. */
  function list(at: number, entries: readonly [tag: number, type: number, count: number, value: number][], next = 0) {
    put(at, 2, entries.length)
    for (const [index, [tag, type, count, value]] of entries.entries()) {
      const entry = at + 2 + index * 12
      put(entry, 2, tag)
      put(entry + 2, 2, type)
      put(entry + 4, 4, count)
      put(entry + 8, type === 3 ? 2 : 4, value)
    }
    put(at + 2 + entries.length * 12, 4, next)
  }
  const page = (pixels: number): [number, number, number, number][] => [
    [256, 3, 1, 2],
    [257, 3, 1, 1],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, pixels],
    [277, 3, 1, 1],
    [278, 3, 1, 1],
    [279, 4, 1, 2],
  ]
  file.write(isLittle ? 'II' : 'MM')
  put(2, 2, 42)
  put(4, 4, 8)
  list(8, [...page(580), [34665, 4, 1, 300], [34853, 4, 1, 330]], 160)
  list(160, page(582))
  list(300, [[42032, 2, 11, 560]])
  list(330, [
    [1, 2, 2, isLittle ? 0x4e : 0x4e000000],
    [2, 5, 3, 500],
  ])
  for (const [at, number] of [44, 1, 7, 1, 30, 1].entries()) put(500 + at * 4, 4, number)
  file.write('Jane Owner\0', 560)
  file.set([10, 200, 30, 220], 580)
  return file
}

test.each([true, false])(
  'a document of pages (TIFF, little-endian: %s) goes out with its pictures and without positions',
  async (isLittle) => {
    const whole = tiffOfTwo(isLittle)
    const positionIn = async (file: Buffer) =>
      ((await exifr.parse(file, { gps: true, reviveValues: false })) as { GPSLatitude?: number[] }).GPSLatitude
    expect(await positionIn(whole)).toEqual([44, 7, 30])
    const sent = await served('tiff', whole)
    expect(sent.length).toBe(whole.length)
    expect(await positionIn(sent)).toBeUndefined()
    expect([sent.includes('Jane'), sent.subarray(500, 524).every((byte) => byte === 0)]).toEqual([false, true])
    for (const [page, pixels] of [
      [10, 200],
      [30, 220],
    ].entries())
      expect([...(await sharp(sent, { page }).extractChannel(0).raw().toBuffer())]).toEqual(pixels)
    const told = await withXmp(IN_XMP, 'tiff')
    const clean = await served('tiff', told)
    expect(clean.toString('latin1')).not.toMatch(TOLD)
    expect(await sharp(clean).raw().toBuffer()).toEqual(await sharp(told).raw().toBuffer())
  },
)

test('photographs in a PDF go out without positions', async () => {
  const pictures = [await withExif(IN_EXIF), await withXmp(IN_XMP), await withIptc([[90, 'Brannock Bay']])]
  for (const picture of pictures) {
    const whole = pdf(['A page'], { jpegs: [picture] })
    expect(whole.toString('latin1')).toMatch(TOLD)
    const sent = await served('pdf', whole)
    expect(sent.toString('latin1')).not.toMatch(TOLD)
    const at = whole.indexOf(picture)
    const pixels = (file: Buffer) =>
      sharp(file.subarray(at, at + picture.length))
        .raw()
        .toBuffer()
    expect(await pixels(sent)).toEqual(await pixels(whole))
  }
})

test('a damaged document keeps its length', async () => {
  for (const [format, file] of [
    ['tiff', tiffOfTwo(true)],
    ['pdf', pdf(['A'], { jpegs: [await withExif(IN_EXIF)] })],
  ] as const)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(599), fc.nat(255)), { maxLength: 6 }),
        fc.nat(file.length),
        async (changes, cut) => {
          const damaged = Buffer.from(file.subarray(0, cut))
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte
          if (damaged.length > 0) expect((await served(format, damaged)).length).toBe(damaged.length)
        },
      ),
      { numRuns: runs(100) },
    )
})
