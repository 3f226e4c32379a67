import fc from 'fast-check'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { inspectPicture } from '#server/scans/inspect-picture.ts'
import { storePicture } from './store-picture.ts'
import { originalKey } from '#server/storage/keys.ts'
import { createPictureMemory, decodingBytes, type PictureHeader } from '#server/scans/picture-memory.ts'
import { createPictureProcess } from '#server/scans/picture-process.ts'
import { derivativeKey } from '#server/storage/picture-keys.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { ALL, runs, sampleOf } from '../../setup/length.ts'

const MB = 1024 * 1024
/** 81 million pixels of one colour in 1,978 bytes: `sharp({ create: … }).avif({ effort: 0, quality: 30 })`. */
const AVIF = join(import.meta.dirname, '../../fixtures/pictures/9000x9000.avif')
const plain = (side: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width: side, height: side, channels, background: '#7a5c3e' } })
const headerOf = async (bytes: Uint8Array): Promise<PictureHeader> =>
  await sharp(bytes, { limitInputPixels: false }).metadata()

async function startProcess(options: { maximumMemory?: number; mostMemory?: number } = {}) {
  const { maximumMemory = SCAN.maximumMemory, ...rest } = options
  const folder = await freshFolder()
  const pids: number[] = []
  const mediaDir = join(folder, 'media')
  const work = createPictureProcess({
    ...{ mediaDir, limits: { ...SCAN, maximumMemory }, ...rest },
    onStart: (child) => void pids.push(child.pid!),
  })
  onTestFinished(() => work.close())
  return { folder, media: createFolderStore(mediaDir), work, pids }
}
/** Bytes of memory that a process has had at its most. */
const peakOf = (pid: number) => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

describe('decoding memory is estimated from the header', () => {
  const kinds: [string, number, () => Promise<Buffer>][] = [
    ['JPEG', 1, () => plain(64).jpeg().toBuffer()],
    ['progressive JPEG', 3.5, () => plain(64).jpeg({ progressive: true }).toBuffer()],
    [
      'progressive JPEG, 4:4:4',
      6.5,
      () => plain(64).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['progressive JPEG, CMYK', 8.5, () => plain(64).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()],
    ['PNG', 1.5, () => plain(64).png().toBuffer()],
    ['interlaced PNG', 3.7, () => plain(64).png({ progressive: true }).toBuffer()],
    ['interlaced PNG of 16 bits', 8.7, () => plain(64, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer()],
    ['WebP', 5, () => plain(64).webp().toBuffer()],
    ['GIF', 5, () => plain(64).gif().toBuffer()],
    ['AVIF', 18.5, () => plain(64).avif().toBuffer()],
    ['AVIF of 10 bits', 25, () => plain(64).avif({ bitdepth: 10 }).toBuffer()],
    ['TIFF of strips', 1.5, () => plain(64).tiff().toBuffer()],
    ['TIFF of 16 bits', 2, () => plain(64).toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()],
    // Two rows of tiles of 16 in a picture of 64 rows.
    ['TIFF of tiles', 1.5 + 3 / 2, () => plain(64).tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer()],
    ['TIFF of tiles, BigTIFF', 1.5 + 6, () => plain(64).tiff({ tile: true, bigtiff: true }).toBuffer()],
  ]
  test.each(kinds)('%s: %d bytes a pixel', async (_, bytes, make) => {
    const picture = await make()
    expect((await decodingBytes(await headerOf(picture), picture)) / 64 ** 2).toBe(bytes)
    const path = join(await freshFolder(), 'picture')
    await writeFile(path, picture)
    expect((await decodingBytes(await headerOf(picture), path)) / 64 ** 2).toBe(bytes)
  })

  test('an unreadable TIFF counts as the worst case', async () => {
    const header = await headerOf(await plain(64).tiff().toBuffer())
    for (const broken of [Buffer.from('II*\0'), Buffer.from('II*\0\xff\xff\xff\xff')])
      expect((await decodingBytes(header, broken)) / 64 ** 2).toBe(1.5 + 6)
  })

  const large: [string, () => Promise<Buffer>][] = [
    ['progressive JPEG', () => plain(3000).jpeg({ progressive: true }).toBuffer()],
    ['interlaced PNG', () => plain(3000).png({ progressive: true, compressionLevel: 1 }).toBuffer()],
    ['WebP', () => plain(3000).webp({ effort: 0 }).toBuffer()],
    ['TIFF of large tiles', () => plain(3000).tiff({ tile: true, tileWidth: 2048, tileHeight: 2048 }).toBuffer()],
  ]
  test.runIf(existsSync('/proc/self/status')).each(sampleOf(large, 4))('and is not exceeded: %s', async (_, make) => {
    const { folder, work, pids } = await startProcess()
    const tiny = join(folder, 'tiny')
    await writeFile(tiny, await plain(8).png().toBuffer())
    await work.inspect(tiny)
    const before = peakOf(pids[0]!)
    const bytes = await make()
    await writeFile(join(folder, 'large'), bytes)
    await work.inspect(join(folder, 'large'))
    expect(peakOf(pids[0]!) - before).toBeLessThan((await decodingBytes(await headerOf(bytes), bytes)) + 40 * MB)
  })
})

describe('an AVIF of 2 kB and 81 million pixels', () => {
  const needed = PICTURE.memory(81_000_000 * 18.5, SCAN.maximumMemory)

  test('is refused before decoding, and the next picture is accepted', async () => {
    const { folder, work, pids } = await startProcess()
    await expect(work.inspect(AVIF)).rejects.toThrow(needed)
    if (existsSync('/proc/self/status')) expect(peakOf(pids[0]!)).toBeLessThan(250 * MB)
    const path = join(folder, 'next')
    await writeFile(path, await plain(40).jpeg().toBuffer())
    expect(await work.inspect(path)).toMatchObject({ format: 'jpeg' })
    expect(pids).toHaveLength(1)
  })

  test('is refused by an import with advice', async () => {
    await expect(inspectPicture(AVIF)).rejects.toThrow(needed)
    expect(needed).toMatch(/1429 MB of memory; the limit is 1024 MB.*nothing else has changed\. Save it as a TIFF/)
  })

  test('is accepted with a higher limit', async () => {
    const { folder, work } = await startProcess({ maximumMemory: 20 * MB })
    for (const side of [1000, 1100]) await writeFile(join(folder, `${side}`), await plain(side).avif().toBuffer())
    expect(await work.inspect(join(folder, '1000'))).toMatchObject({ width: 1000 })
    await expect(work.inspect(join(folder, '1100'))).rejects.toThrow(PICTURE.memory(1100 ** 2 * 18.5, 20 * MB))
  })

  test.runIf(process.platform === 'linux')(
    'ends at the limit of the process, whatever its header was taken for',
    async () => {
      const { folder, work, pids } = await startProcess({ maximumMemory: 4096 * MB, mostMemory: 200 * MB })
      await expect(work.inspect(AVIF)).rejects.toThrow(PICTURE.outOfMemory)
      const path = join(folder, 'next')
      await writeFile(path, await plain(40).jpeg().toBuffer())
      expect(await work.inspect(path)).toMatchObject({ format: 'jpeg' })
      expect(peakOf(pids.at(-1)!)).toBeLessThan(300 * MB)
    },
    240_000,
  )
})

if (ALL)
  test('a process over its memory limit is killed; its picture is refused, the original stays, other tasks are done', async () => {
    const { folder, media, work, pids } = await startProcess({ maximumMemory: 4096 * MB, mostMemory: 120 * MB })
    const [huge, small] = [join(folder, 'huge'), join(folder, 'small')]
    // Interlaced: 147 MB, which grow while it is read.
    const bytes = await plain(7000).png({ progressive: true, compressionLevel: 1 }).toBuffer()
    await writeFile(huge, bytes)
    await writeFile(small, await plain(40).jpeg().toBuffer())
    const picture = await inspectPicture(huge)
    await storePicture(media, picture, huge)
    const other = await work.inspect(small)
    await storePicture(media, other, small)
    const [tiles, sizes, ...looks] = await Promise.allSettled([
      work.makeTiles({ ...picture, watermark: undefined }),
      work.ensure({ ...other, watermark: undefined }, ['webp']),
      ...Array.from({ length: 5 }, () => work.inspect(small)),
    ])
    expect(tiles).toMatchObject({ status: 'rejected', reason: { message: PICTURE.outOfMemory } })
    expect(sizes).toMatchObject({ status: 'fulfilled' })
    expect(looks.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'))
    expect(
      await media.size(derivativeKey((sizes as PromiseFulfilledResult<string>).value, 40, 'webp')),
    ).toBeGreaterThan(0)
    expect(Buffer.from((await media.read(originalKey(picture.sha256, picture.format)))!)).toEqual(bytes)
    // Tried again, alone, and ended again.
    expect(pids.length).toBeGreaterThanOrEqual(2)
  }, 240_000)

test('concurrent decodes stay within the memory budget, and all are done', async () => {
  const kind: PictureHeader = { format: 'gif', width: 1, height: 1, channels: 4, depth: 'uchar', isProgressive: false }
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 150 }),
      async (widths, held) => {
        const most = 500
        const memory = createPictureMemory(most)
        let taken = 0
        const all = widths.map((width) =>
          memory.decode({ header: { ...kind, width }, input: '', held }, async () => {
            taken += Math.min(most, width * 5 + held)
            expect(taken).toBeLessThanOrEqual(most)
            await pause()
            taken -= Math.min(most, width * 5 + held)
            return width
          }),
        )
        expect(await Promise.all(all)).toEqual(widths)
      },
    ),
    { numRuns: runs(30) },
  )
  await expect(createPictureMemory(4).decode({ header: kind, input: '' }, () => pause())).rejects.toThrow(/of memory/)
})
