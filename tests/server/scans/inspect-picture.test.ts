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
