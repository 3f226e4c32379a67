import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import type { FileFormat } from '#contract/file.ts'
import { patched, tagsOf } from '#server/scans/embedded-tags.ts'
import { checksum } from '#server/scans/ogg-tags.ts'
import { chunk, wav } from './sounds.ts'
import { runs } from '../../setup/length.ts'

const SECRET = 'Mary Dole, 12 Mill Street'
const tagsIn = (format: FileFormat, file: Buffer) =>
  tagsOf(format, file.length, (offset, length) =>
    Promise.resolve(file.subarray(Math.max(0, offset), Math.max(0, offset) + length)),
  )
const served = async (format: FileFormat, file: Buffer) =>
  await buffer(patched(Readable.from([Buffer.from(file)]), 0, file.length - 1, await tagsIn(format, file)))

const box = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
const ebml = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40, content.length]), content])
const text = Buffer.from(SECRET)
const sound = Buffer.alloc(300, 0xa5)

function oggPage(serial: number, packet: Buffer): Buffer {
  const lacing = [...Array.from({ length: Math.floor(packet.length / 255) }, () => 255), packet.length % 255]
  const page = Buffer.concat([
    Buffer.from('OggS\0\0'),
    Buffer.alloc(20),
    Buffer.from([lacing.length, ...lacing]),
    packet,
  ])
  page.writeUInt32LE(serial, 18)
  page.writeUInt32LE(checksum(page), 22)
  return page
}
const comments = (magic: string) => {
  const sized = (content: Buffer) => Buffer.concat([Buffer.from([content.length, 0, 0, 0]), content])
  return Buffer.concat([Buffer.from(magic), sized(Buffer.from('encoder')), Buffer.from([1, 0, 0, 0]), sized(text)])
}

const id3 = Buffer.concat([Buffer.from('ID3\x03\0\x40\0\0\0'), Buffer.from([text.length]), text])
const flacBlock = (kind: number, content: Buffer) => Buffer.concat([Buffer.from([kind, 0, 0, content.length]), content])
const ogg = Buffer.concat([
  oggPage(1, Buffer.from('OpusHead\x01\x01')),
  oggPage(2, comments('OpusTags')),
  oggPage(3, sound),
])
const FILES: [FileFormat, Buffer][] = [
  ['mp3', Buffer.concat([id3, sound, Buffer.from('TAG'), text, Buffer.alloc(125 - text.length)])],
  ['flac', Buffer.concat([Buffer.from('fLaC'), flacBlock(0, Buffer.alloc(34)), flacBlock(4 + 128, text), sound])],
  ['wav', wav(1, chunk('LIST', text), chunk('bext', text))],
  ['ogg', ogg],
  [
    'm4a',
    Buffer.concat([box('ftyp', text.subarray(0, 0)), box('moov', box('udta', box('meta', text))), box('mdat', sound)]),
  ],
  [
    'webm',
    ebml(
      '18538067',
      Buffer.concat([ebml('1549a966', ebml('7ba9', text)), ebml('1254c367', text), ebml('1f43b675', sound)]),
    ),
  ],
]

test.each(FILES)('of %s visitors get no tags, the same sound, and as many bytes', async (format, file) => {
  expect(file.includes(SECRET)).toBe(true)
  const sent = await served(format, file)
  expect([sent.includes(SECRET), sent.includes('Mill Street'), sent.length]).toEqual([false, false, file.length])
  expect(sent.includes(format === 'wav' ? wav(1).subarray(-8000) : sound)).toBe(true)
  // What has none stays as it is.
  expect(await served(format, sent)).toEqual(sent)
})

test('what is left is a recording', async () => {
  const sent = await served(...(FILES[2] as [FileFormat, Buffer]))
  const { format, native } = await parseBuffer(sent, 'audio/wav')
  expect([format.duration, native]).toEqual([1, {}])
})

test('pages of Ogg keep a right checksum', async () => {
  const sent = await served('ogg', ogg)
  const page = sent.subarray(sent.indexOf('OggS', 5), sent.lastIndexOf('OggS'))
  const said = page.readUInt32LE(22)
  page.writeUInt32LE(0, 22)
  expect([checksum(page), page.includes('OpusTags')]).toEqual([said, true])
})

test('a part is the same as that part of the whole', async () => {
  for (const [format, file] of FILES) {
    const [whole, patches] = [await served(format, file), await tagsIn(format, file)]
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.length - 1),
        fc.nat(file.length),
        fc.integer({ min: 1, max: 99 }),
        async (start, more, step) => {
          const end = Math.min(start + more, file.length - 1)
          const chunks: Buffer[] = []
          for (let at = start; at <= end; at += step)
            chunks.push(Buffer.from(file.subarray(at, Math.min(at + step, end + 1))))
          const part = await buffer(patched(Readable.from(chunks), start, end, patches))
          expect(part.equals(whole.subarray(start, end + 1))).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
  }
})

test('damaged files end, and are left at their length', async () => {
  for (const [format, file] of FILES)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 4 }),
        fc.nat(file.length),
        async (changes, cut) => {
          const damaged = Buffer.from(file.subarray(0, cut))
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte
          if (damaged.length > 0) expect((await served(format, damaged)).length).toBe(damaged.length)
        },
      ),
      { numRuns: runs(60) },
    )
})
