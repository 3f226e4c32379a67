import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { originalKey } from '#server/storage/keys.ts'
import { STORES, freshStore } from './stores.ts'
import { collect } from '../../fixtures/collect.ts'
import { runs } from '../../setup/length.ts'

const BYTES = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 251))
const SHA256 = createHash('sha256').update(BYTES).digest('hex')
const KEY = originalKey(SHA256, 'jpeg')

describe.each(STORES.filter((kind) => kind !== 'another disk'))('a media store on %s', (kind) => {
  test('reads a part of a file, fewer bytes at its end', async () => {
    const { media } = await freshStore(kind)
    await media.put('derivatives/ab/x', BYTES)
    await fc.assert(
      fc.asyncProperty(fc.nat(4000), fc.nat(4000), async (offset, length) => {
        expect(await media.readPart('derivatives/ab/x', offset, length)).toEqual(
          BYTES.subarray(offset, offset + length),
        )
      }),
      { numRuns: runs(50) },
    )
  })

  test('sends the bytes of a range, in parts', async () => {
    const { media } = await freshStore(kind)
    const long = Buffer.concat(Array.from({ length: 800 }, () => BYTES))
    await media.put('derivatives/ab/long', long)
    for (const [start, end] of [
      [0, 0],
      [7, 2_399_999],
      [1_048_575, 1_048_576],
      [2_399_990, 2_399_999],
    ] as const)
      expect(
        (await buffer((await media.stream('derivatives/ab/long', [start, end]))!)).equals(
          long.subarray(start, end + 1),
        ),
      ).toBe(true)
    expect(await media.stream('derivatives/ab/none', [0, 1])).toBeUndefined()
  })

  test('has nothing of a missing file, and refuses one outside the store', async () => {
    const { media } = await freshStore(kind)
    const none = 'derivatives/ab/none'
    for (const read of [
      media.readPart(none, 0, 10),
      media.read(none),
      media.stream(none),
      media.size(none),
      media.sha256(none),
    ])
      expect(await read).toBeUndefined()
    expect([await media.entry(none), await media.touch(none), await media.moveToTrash(none, { why: '' })]).toEqual([
      undefined,
      false,
      undefined,
    ])
    await media.remove(none)
    await expect(media.readPart('../secret', 0, 10)).rejects.toThrow('leaves the media folder')
  })

  test('stores a file bit for bit, keeps the first under a key, and lists them below a folder', async () => {
    const { media, folder } = await freshStore(kind)
    const path = join(folder, 'source')
    writeFileSync(path, BYTES)
    const before = Math.floor(Date.now() / 1000) * 1000
    await media.putFile(KEY, path)
    await media.put(KEY, Buffer.from('other'))
    await media.put('derivatives/ab/v/40.webp', Buffer.from('small'))
    expect(await media.sha256(KEY)).toBe(SHA256)
    expect((await buffer((await media.stream(KEY))!)).equals(BYTES)).toBe(true)
    expect(Buffer.from((await media.read(KEY))!).equals(BYTES)).toBe(true)
    const [entry, ...others] = await collect(media.list('originals'))
    expect(others).toEqual([])
    expect(entry).toMatchObject({ key: KEY, bytes: BYTES.length })
    expect(entry!.modified).toBeGreaterThanOrEqual(before)
    expect(await media.entry(KEY)).toEqual(entry)
    expect(await collect(media.list('overlays'))).toEqual([])
    await media.check()
  })

  test('an empty file, which a power cut may leave, is replaced', async () => {
    const { media } = await freshStore(kind)
    await media.put(KEY, Buffer.alloc(0))
    expect(await media.size(KEY)).toBe(0)
    expect(Buffer.from((await media.read(KEY))!)).toHaveLength(0)
    expect(await buffer((await media.stream(KEY))!)).toHaveLength(0)
    await media.put(KEY, BYTES)
    expect(await media.size(KEY)).toBe(BYTES.length)
  })

  test('touching keeps the bytes', async () => {
    const { media } = await freshStore(kind)
    await media.put(KEY, BYTES)
    expect(await media.touch(KEY)).toBe(true)
    expect(await media.sha256(KEY)).toBe(SHA256)
  })

  test('uploads in progress are listed and removed', async () => {
    const { media, folder } = await freshStore(kind)
    const place = kind === 'S3' ? folder : join(folder, 'media')
    mkdirSync(join(place, 'incoming'), { recursive: true })
    writeFileSync(join(place, 'incoming/a.part'), 'half')
    const [entry] = await collect(media.list('incoming'))
    expect(entry).toMatchObject({ key: 'incoming/a.part', bytes: 4 })
    await media.remove('incoming/a.part')
    expect(await collect(media.list('incoming'))).toEqual([])
  })
})
