import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { readFile } from 'node:fs/promises'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { checkFiles, readFileHeader, shownName } from '#islands/add-item/images/check-files.ts'
import { IMAGES } from '#islands/add-item/images/messages.ts'

const yes = () => Promise.resolve(true)
const fileOf = (bytes: Uint8Array | string, name = 'a.jpg') => new File([bytes as string], name)
const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#864' } })
const HEIC = new URL('../../../fixtures/pictures/display-p3.heic', import.meta.url)

/** A PNG header with this size, and nothing behind it. */
function pngHeader(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(40)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

test.each(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const)(
  '%s is known by its bytes and taken',
  async (format) => {
    const file = fileOf(await picture().toFormat(format).toBuffer(), 'notes.exe')
    expect((await readFileHeader(file)).kind).toBe(format)
    expect(await checkFiles([file], { images: [], takesHeic: yes })).toEqual({
      accepted: [file],
      duplicates: [],
      refused: [],
    })
  },
)

test.each(['jpeg', 'png', 'gif'] as const)('the size of a %s is read from its header', async (format) => {
  const bytes = await picture(300, 200).toFormat(format).toBuffer()
  expect((await readFileHeader(fileOf(bytes))).size).toEqual({ width: 300, height: 200 })
})

test.each([
  ['empty', '', PICTURE.empty],
  ['SVG', '<?xml version="1.0"?> <svg xmlns="http://www.w3.org/2000/svg"/>', PICTURE.svg],
  ['text', 'JFIF, honestly', PICTURE.kind],
  ['200 megapixels', pngHeader(20_000, 10_000), PICTURE.pixels(20_000, 10_000, SCAN.maximumPixels)],
])('%s is refused on choosing', async (_, bytes, text) => {
  const { accepted, refused } = await checkFiles([fileOf(bytes)], { images: [], takesHeic: yes })
  expect(accepted).toEqual([])
  expect(refused).toEqual([{ name: 'a.jpg', text }])
})

test('a file that is too large is refused unread', async () => {
  const file = fileOf('x')
  Object.defineProperty(file, 'size', { value: 101 * 2 ** 20 })
  const slice = vi.spyOn(file, 'slice')
  const { refused } = await checkFiles([file], { images: [], takesHeic: yes })
  expect(refused[0]!.text).toBe(PICTURE.bytes(101 * 2 ** 20, SCAN.maximumBytes))
  expect(slice).not.toHaveBeenCalled()
})

test('a file that was moved away says so', async () => {
  const file = fileOf('x')
  file.slice = () => {
    throw new DOMException('gone', 'NotFoundError')
  }
  expect((await checkFiles([file], { images: [], takesHeic: yes })).refused).toEqual([
    { name: 'a.jpg', text: IMAGES.gone },
  ])
})

test('HEIC is taken where the server decodes it, else refused with what to do', async () => {
  const file = fileOf(await readFile(HEIC), 'IMG_1.HEIC')
  expect((await checkFiles([file], { images: [], takesHeic: yes })).accepted).toEqual([file])
  const { refused } = await checkFiles([file], { images: [], takesHeic: () => Promise.resolve(false) })
  expect(refused).toEqual([{ name: 'IMG_1.HEIC', text: PICTURE.heic }])
})

test('copies are set apart: of what is there, and within one choice', async () => {
  const bytes = await picture().png().toBuffer()
  const there = fileOf(bytes, 'there.png')
  const [first, second] = [fileOf(bytes, 'new.png'), fileOf(bytes, 'new.png')]
  const images = [{ name: 'there.png', size: bytes.length }]
  expect(await checkFiles([there, first, second], { images, takesHeic: yes })).toEqual({
    accepted: [first],
    duplicates: [there, second],
    refused: [],
  })
})

test('a hostile name is shown on one line, in reading order', () => {
  expect(shownName('a\u202egpj.exe\n\0.png')).toBe('agpj.exe.png')
  expect(shownName('\u0000')).toBe('picture')
})

test.each(['%PDF-1.7', readFileSync('tests/fixtures/pictures/two-pages.tif')])(
  'a document is accepted: %.8s',
  async (bytes) => {
    const { accepted } = await checkFiles([fileOf(bytes)], { images: [], takesHeic: () => Promise.resolve(true) })
    expect(accepted).toHaveLength(1)
  },
)
