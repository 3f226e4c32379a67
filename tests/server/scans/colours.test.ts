import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { createFolderStore } from '#server/storage/folder-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { createDerivatives } from '#server/scans/derivatives.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { storePicture } from './store-picture.ts'
import { derivativeKey } from '#server/storage/picture-keys.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { adobeRgb, tiff } from './tiff.ts'

/** What the public gets of a file, as JPEG. */
async function shown(media: MediaStore, bytes: Uint8Array): Promise<Buffer> {
  const path = join(await freshFolder(), 'picture')
  await writeFile(path, bytes)
  const picture = await inspectPicture(path)
  await storePicture(media, picture, path)
  const version = await createDerivatives(media).ensure({ ...picture, watermark: undefined }, ['jpeg'])
  return Buffer.from((await media.read(derivativeKey(version, picture.width, 'jpeg')))!)
}
const colourOf = async (bytes: Buffer) => [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]

const wide = (values: number[]) => values.map((value) => value * 257)
const SRGB = [100, 160, 60]
/** The same numbers in Adobe RGB (1998) are this colour in sRGB (by its definition: gamma 2.2, its primaries, D65). */
const FROM_ADOBE = [53, 161, 47]
const plain = () => sharp({ create: { width: 16, height: 16, channels: 3, background: { r: 100, g: 160, b: 60 } } })

test.each([
  ['TIFF of 8 bits', async () => tiff({ pixel: SRGB }), SRGB, 3],
  ['TIFF of 16 bits', async () => tiff({ pixel: wide(SRGB), bits: 16 }), SRGB, 3],
  ['TIFF in Adobe RGB', async () => tiff({ pixel: SRGB, profile: adobeRgb() }), FROM_ADOBE, 4],
  [
    'TIFF of 16 bits in Adobe RGB',
    async () => tiff({ pixel: wide(SRGB), bits: 16, profile: adobeRgb() }),
    FROM_ADOBE,
    4,
  ],
  ['TIFF in grey', async () => tiff({ pixel: [128], kind: 'grey' }), [128, 128, 128], 3],
  ['TIFF in grey of 16 bits', async () => tiff({ pixel: wide([128]), bits: 16, kind: 'grey' }), [128, 128, 128], 3],
  ['TIFF in grey, white being 0', async () => tiff({ pixel: [100], kind: 'negative' }), [155, 155, 155], 3],
  // Without a profile no CMYK has a true colour: it must be a red of that kind, not a negative or a green.
  ['TIFF in CMYK without a profile', async () => tiff({ pixel: [0, 200, 220, 20], kind: 'cmyk' }), [219, 70, 37], 12],
  [
    'TIFF in CMYK of 16 bits',
    async () => tiff({ pixel: wide([0, 200, 220, 20]), bits: 16, kind: 'cmyk' }),
    [219, 70, 37],
    12,
  ],
  ['JPEG in Display P3', () => plain().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer(), SRGB, 4],
  [
    'JPEG in CMYK with a profile',
    () => plain().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
    SRGB,
    18,
  ],
  ['PNG of 16 bits', () => plain().toColourspace('rgb16').png().toBuffer(), SRGB, 3],
  ['PNG with a palette', () => plain().png({ palette: true }).toBuffer(), SRGB, 3],
  [
    'PNG in grey of 16 bits',
    async () =>
      sharp(tiff({ pixel: wide([128]), bits: 16, kind: 'grey' }))
        .toColourspace('grey16')
        .png()
        .toBuffer(),
    [128, 128, 128],
    3,
  ],
  ['GIF', () => plain().gif().toBuffer(), SRGB, 3],
  ['AVIF', () => plain().avif({ lossless: true }).toBuffer(), SRGB, 4],
  ['WebP', () => plain().webp({ lossless: true }).toBuffer(), SRGB, 3],
] as [string, () => Promise<Buffer>, number[], number][])(
  '%s is shown in its true colour, in sRGB',
  async (_, make, expected, tolerance) => {
    const media = createFolderStore(await freshFolder())
    const out = await shown(media, await make())
    expect(await sharp(out).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', channels: 3, hasProfile: false })
    for (const [at, value] of (await colourOf(out)).entries())
      expect(Math.abs(value - expected[at]!), `channel ${at}`).toBeLessThanOrEqual(tolerance)
  },
)

test('EXIF, XMP and IPTC are stripped', async () => {
  const media = createFolderStore(await freshFolder())
  const secret = 'Jane Owner'
  const withExif = await plain()
    .withExif({
      IFD0: { Artist: secret, CameraOwnerName: secret },
      IFD2: { BodySerialNumber: 'SN-12345' },
      IFD3: { GPSLatitude: '44/1 0/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><owner>${secret}</owner></x:xmpmeta>`)
    .jpeg()
    .toBuffer()
  // IPTC lies in a Photoshop resource (APP13), record 2:80 is the author.
  const record = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, secret.length]), Buffer.from(secret)])
  const resource = Buffer.concat([
    Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x04\0\0\0\0', 'latin1'),
    Buffer.from([0, record.length]),
    record,
  ])
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, resource.length + 2]), resource])
  const bytes = Buffer.concat([withExif.subarray(0, 2), segment, withExif.subarray(2)])
  const before = await sharp(bytes).metadata()
  expect([before.exif, before.xmp, before.iptc].map((each) => each !== undefined)).toEqual([true, true, true])
  const out = await shown(media, bytes)
  const { exif, xmp, iptc, icc, comments } = await sharp(out).metadata()
  expect({ exif, xmp, iptc, icc, comments }).toEqual({})
  for (const text of ['Jane', 'SN-12345', 'Exif', 'xmpmeta', 'Photoshop']) expect(out.includes(text), text).toBe(false)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture of EXIF orientation %i comes out upright', async (orientation) => {
  const media = createFolderStore(await freshFolder())
  // Upright: red left above, green right above, blue below; 32 by 64.
  const square = (background: string, left: number, top: number, width = 16) =>
    sharp({ create: { width, height: 32, channels: 3, background } })
      .png()
      .toBuffer()
      .then((input) => ({ input, left, top }))
  const parts = await Promise.all([square('#ff0000', 0, 0), square('#00ff00', 16, 0), square('#0000ff', 0, 32, 32)])
  const upright = await sharp({ create: { width: 32, height: 64, channels: 3, background: '#000' } })
    .composite(parts)
    .png()
    .toBuffer()
  // What the camera keeps is the upright picture with the orientation's turn undone (EXIF 2.32 §4.6.5, tag 274).
  const turned = await sharp(upright)
    .rotate({ 3: 180, 5: 90, 6: 270, 7: 270, 8: 90 }[orientation] ?? 0)
    .png()
    .toBuffer()
  const kept = await sharp(turned)
    .flop([2, 5, 7].includes(orientation))
    .flip(orientation === 4)
    .png()
    .toBuffer()
  const out = await shown(media, await sharp(kept).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer())
  expect(await sharp(out).metadata()).toMatchObject({ width: 32, height: 64 })
  const at = async (left: number, top: number) => [
    ...(await sharp(out).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ]
  const strongest = (pixel: number[]) => pixel.indexOf(Math.max(...pixel))
  expect([await at(5, 10), await at(26, 10), await at(5, 50), await at(26, 50)].map(strongest)).toEqual([0, 1, 2, 2])
})
