import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { PICTURE } from '#contract/picture-messages.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

async function fileOf(bytes: Uint8Array | string, name = 'picture.bin'): Promise<string> {
  const path = join(await freshFolder(), name)
  await writeFile(path, bytes)
  return path
}
const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#806040' } })

test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)(
  '%s is taken, whatever its name says',
  async (format) => {
    const path = await fileOf(await picture().toFormat(format).toBuffer(), 'drawing.svg')
    expect(await inspectPicture(path)).toMatchObject({
      format,
      width: 40,
      height: 20,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  },
)

test('the size is that of the upright picture', async () => {
  const path = await fileOf(await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer())
  expect(await inspectPicture(path)).toMatchObject({ width: 20, height: 40 })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
test.each([
  ['an empty file', '', PICTURE.empty],
  ['SVG', svg, PICTURE.svg],
  ['SVG after a declaration and a comment', `<?xml version="1.0"?><!-- a -->${svg}`, PICTURE.svg],
  ['PDF', '%PDF-1.7\n%âãÏÓ\n', PICTURE.pdf],
  ['a TIFF of two pages', readFileSync('tests/fixtures/pictures/two-pages.tif'), PICTURE.pages],
  ['a TIFF of three pages', readFileSync('tests/fixtures/pictures/minutes-3-pages.tif'), PICTURE.pages],
  ['HEIC without a picture', heic, PICTURE.unreadable],
  ['text', 'JFIF, honestly', PICTURE.unreadable],
  ['a web page', '<!doctype html><script>alert(1)</script>', PICTURE.unreadable],
])('%s is refused by its bytes', async (_, bytes, reason) => {
  await expect(inspectPicture(await fileOf(bytes, 'picture.jpg'))).rejects.toThrow(reason)
})

test.each([false, true])('a TIFF with smaller copies of itself is one page (BigTIFF: %s)', async (bigtiff) => {
  const bytes = await picture().resize(1200, 800).tiff({ pyramid: true, tile: true, bigtiff }).toBuffer()
  expect((await sharp(bytes).metadata()).pages).toBeGreaterThan(1)
  expect(await inspectPicture(await fileOf(bytes))).toMatchObject({ format: 'tiff', width: 1200 })
})

test.each(['jpeg', 'png', 'webp', 'tiff'] as const)('%s that is cut off is refused', async (format) => {
  const noise = sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const bytes = await noise.toFormat(format).toBuffer()
  const path = await fileOf(bytes.subarray(0, Math.floor(bytes.length / 2)))
  await expect(inspectPicture(path)).rejects.toThrow(
    new RegExp(`${PICTURE.broken}|${PICTURE.unreadable}`.replaceAll('.', '\\.')),
  )
})
