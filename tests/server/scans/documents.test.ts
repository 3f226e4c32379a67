import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DOCUMENT, SCAN } from '#contract/limits.ts'
import { DOCUMENTS, PICTURE } from '#contract/picture-messages.ts'
import { drawPage } from '#server/scans/draw-page.ts'
import { recordingFormat } from '#rules/media/recording-format.ts'
import { inspectFile, inspectUpload } from '#server/scans/inspect-file.ts'
import { dpiOf } from '#server/scans/pdf.ts'
import { createPictureMemory } from '#server/scans/picture-memory.ts'
import { pdf, tiffOf } from './pdf.ts'

async function withFile<T>(bytes: Buffer | string, work: (path: string, folder: string) => Promise<T>): Promise<T> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lotline-document-'))
  const path = join(folder.path, 'file')
  await writeFile(path, bytes)
  return await work(path, folder.path)
}
const inspect = (bytes: Buffer | string) => withFile(bytes, (path) => inspectUpload(path))
const draw = (bytes: Buffer, format: string, page: number) =>
  withFile(bytes, async (path, folder) => {
    const to = join(folder, 'page')
    const picture = await drawPage(
      undefined as never,
      { sha256: '', format, path, page },
      { to, limits: SCAN, memory: createPictureMemory() },
    )
    return { picture, drawn: await readFile(to) }
  })

test('a PDF and a TIFF of pages are documents, a plain TIFF is a picture', async () => {
  expect(await inspect(pdf(['One', 'Two']))).toMatchObject({ format: 'pdf', details: '{"pages":2}' })
  const tiff = await inspect(tiffOf(3))
  expect(tiff).toMatchObject({ format: 'tiff', width: 24 })
  expect(JSON.parse(tiff.details)).toMatchObject({ pages: 3 })
  expect(JSON.parse((await inspect(tiffOf(1))).details)).toMatchObject({ pages: 1 })
})

test('a file that is no whole document is refused with its reason', async () => {
  const whole = pdf(['One', 'Two'])
  await expect(inspect('')).rejects.toThrow(PICTURE.empty)
  await expect(inspect(pdf([]))).rejects.toThrow(DOCUMENTS.noPages)
  await expect(inspect(pdf(['One'], { locked: true }))).rejects.toThrow(DOCUMENTS.locked)
  await expect(inspect(whole.subarray(0, whole.length - 200))).rejects.toThrow(DOCUMENTS.cut)
  // A PDF that is another file, too.
  await expect(inspect(Buffer.concat([whole, Buffer.alloc(5000, 'PK')]))).rejects.toThrow(DOCUMENTS.cut)
  await expect(inspect('%PDF-1.4\nnothing of it\n%%EOF')).rejects.toThrow(DOCUMENTS.broken)
  const long = pdf(Array.from({ length: DOCUMENT.pages + 1 }, () => ''))
  await expect(inspect(long)).rejects.toThrow(DOCUMENTS.pages(DOCUMENT.pages + 1, DOCUMENT.pages))
  await expect(withFile('GIF89a, says a text', (path) => inspectFile(path))).rejects.toThrow(DOCUMENTS.kind)
})

test('a recording is known by its first bytes', () => {
  const formatOf = (head: string) => recordingFormat(Buffer.from(head.padEnd(64, '\0'), 'latin1'))
  expect(formatOf('ID3\x04')).toBe('mp3')
  expect(formatOf('\xff\xfb\x90\x64')).toBe('mp3')
  expect(formatOf('RIFF\0\0\0\0WAVEfmt ')).toBe('wav')
  expect(formatOf('\0\0\0\x20ftypM4A ')).toBe('m4a')
  expect(formatOf('\0\0\0\x20ftypisom')).toBe('mp4')
  expect(formatOf('OggS')).toBe('ogg')
  expect(formatOf('fLaC')).toBe('flac')
  expect(formatOf('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x82\x84webm')).toBe('webm')
})

test('a page of text is drawn in grey at about 207 dpi, a turned one upright, and always to the same bytes', async () => {
  const { picture, drawn } = await draw(pdf(['Minutes of the council']), 'pdf', 1)
  expect([picture.width, picture.height]).toEqual([1758, 2275])
  expect(JSON.parse(picture.details)).toMatchObject({ channels: 1, density: 207 })
  expect((await draw(pdf(['Minutes of the council']), 'pdf', 1)).drawn).toEqual(drawn)
  const { channels } = await sharp(drawn).stats()
  expect(channels[0]!.min).toBeLessThan(20)
  const turned = await draw(pdf(['x'], { page: '/Rotate 90' }), 'pdf', 1)
  expect([turned.picture.width, turned.picture.height]).toEqual([2275, 1758])
})

test('the second page of a TIFF is the second one, and a page that is not there is refused', async () => {
  const { drawn, picture } = await draw(tiffOf(3), 'tiff', 2)
  expect(picture.width).toBe(24)
  expect((await sharp(drawn).stats()).channels[0]!.mean).toBeCloseTo(40, 0)
  await expect(draw(tiffOf(3), 'tiff', 4)).rejects.toThrow(DOCUMENTS.broken)
  await expect(draw(pdf(['One']), 'pdf', 2)).rejects.toThrow(DOCUMENTS.broken)
})

test('a page has 200 to 300 dpi, and never more pixels than the limit', () => {
  const side = fc.double({ min: 1, max: 20_000, noNaN: true })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const dpi = dpiOf({ width, height })
      const pixels = (width / 72) * (height / 72) * dpi ** 2
      expect(pixels).toBeLessThanOrEqual(DOCUMENT.mostPixels * 1.0001)
      expect(dpi).toBeLessThanOrEqual(300)
      if (pixels < DOCUMENT.mostPixels * 0.999) expect(dpi).toBeGreaterThanOrEqual(200)
    }),
  )
})
