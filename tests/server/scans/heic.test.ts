import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { PICTURE } from '#contract/picture-messages.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { derivativeKey } from '#server/storage/picture-keys.ts'
import { showOriginal } from '#server/scans/derivatives.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { storeOriginal } from '#server/scans/originals.ts'
import { originalKey } from '#server/storage/keys.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

/** Made with heif-enc 1.15: blue, with a red rectangle in the upper left corner, in Display P3. */
const FILE = new URL('../../fixtures/pictures/display-p3.heic', import.meta.url)
const near = (pixel: Uint8Array, wanted: number[]) =>
  pixel.subarray(0, 3).every((value, index) => Math.abs(value - wanted[index]!) <= 6)

test('its derivatives and tiles are made from the decoded pixels, in sRGB', async () => {
  const media = createFolderStore(await freshFolder())
  const picture = await inspectPicture(FILE.pathname)
  const copy = join(await freshFolder(), 'copy.heic')
  await writeFile(copy, await readFile(FILE))
  await storeOriginal(media, { key: originalKey(picture.sha256, 'heic'), bytes: picture.bytes }, copy)
  const work = createLocalPictureWork(media)
  const source = { ...picture, watermark: undefined }
  const version = await work.ensure(source, ['webp', 'jpeg'])
  for (const format of ['webp', 'jpeg'] as const) {
    const { data, info } = await sharp((await media.read(derivativeKey(version, 160, format)))!)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 160, height: 120, channels: 3 })
    expect(near(data, [220, 30, 20])).toBe(true)
    expect(near(data.subarray(-3), [30, 60, 160])).toBe(true)
  }
  expect(await work.makeTiles(source)).toBe(version)
})

/** The same, with the turn (`irot`) that a phone held upright writes. */
test('it is turned as the file says', async () => {
  const path = new URL('../../fixtures/pictures/turned.heic', import.meta.url).pathname
  expect(await inspectPicture(path)).toMatchObject({ width: 120, height: 160 })
  const { data, info } = await (await showOriginal(await readFile(path))).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 120, height: 160 })
  expect(near(data, [30, 60, 160])).toBe(true)
  expect(near(data.subarray(119 * 3), [220, 30, 20])).toBe(true)
})

test('one that is cut off or changed is refused', async () => {
  // libheif's own line.
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const bytes = await readFile(FILE)
  const folder = await freshFolder()
  const path = join(folder, 'cut.heic')
  await writeFile(path, bytes.subarray(0, bytes.length - 60))
  await expect(inspectPicture(path)).rejects.toThrow(PICTURE.broken)
  bytes.fill(0xa5, bytes.length - 200)
  const changed = join(folder, 'changed.heic')
  await writeFile(changed, bytes)
  await expect(inspectPicture(changed)).rejects.toThrow(PICTURE.unreadable)
  log.mockRestore()
  // The decoder still works.
  await expect(inspectPicture(FILE.pathname)).resolves.toBeDefined()
})

test('one that would take too much memory is refused before it is decoded', async () => {
  const limits = { maximumBytes: 1e8, maximumPixels: 1e8, maximumMemory: 100_000 }
  await expect(inspectPicture(FILE.pathname, limits)).rejects.toThrow(PICTURE.memory(160 * 120 * 18, 100_000))
})
