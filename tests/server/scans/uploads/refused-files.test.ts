import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { DOCUMENTS, PICTURE, UPLOADS } from '#contract/picture-messages.ts'
import { fields, image, openUploadTown, picture, traces, upload } from './forms.ts'
import { useArchive } from '../../use-archive.ts'

const town = useArchive(openUploadTown)

/** A PNG of one colour whose header says any size: small as a file, huge as a picture. */
function pngThatSays(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))],
  ])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
const noise = () =>
  picture('#000', 300, 200)
    .composite([{ input: { text: { text: 'noise '.repeat(60), width: 280 } }, left: 0, top: 0 }])
    .jpeg({ quality: 100 })
    .toBuffer()

test.each([
  ['an empty file', async () => '', PICTURE.empty],
  ['SVG', async () => svg, PICTURE.svg],
  ['SVG after a declaration and a comment', async () => `<?xml version="1.0"?><!-- a -->${svg}`, PICTURE.svg],
  ['PDF', async () => '%PDF-1.7\n%âãÏÓ\n', DOCUMENTS.cut],
  ['HEIC without a picture', async () => heic, PICTURE.unreadable],
  ['text', async () => 'JFIF, honestly', PICTURE.unreadable],
  ['a web page', async () => '<!doctype html><script>alert(1)</script>', PICTURE.unreadable],
  ['a zip', async () => Buffer.from('PK\x03\x04\x14\0\0\0\x08\0rest of it', 'latin1'), PICTURE.unreadable],
  ['a program', async () => Buffer.from('\x7fELF\x02\x01\x01' + '\0'.repeat(200), 'latin1'), PICTURE.unreadable],
  ['a picture cut off', async () => (await noise()).subarray(0, 3000), PICTURE.broken],
  [
    'a picture with its middle gone',
    async () => Buffer.concat([(await noise()).subarray(0, 700), Buffer.alloc(9000)]),
    PICTURE.broken,
  ],
  ['a bomb', async () => pngThatSays(40_000, 40_000), PICTURE.pixels(40_000, 40_000, 100_000_000)],
  [
    'an AVIF that would take 1.5 GB of memory',
    async () => readFileSync(join(import.meta.dirname, '../../../fixtures/pictures/9000x9000.avif')),
    PICTURE.memory(81_000_000 * 18.5, SCAN.maximumMemory),
  ],
  ['a PNG that ends too soon', async () => pngThatSays(2000, 2000), PICTURE.broken],
] as [string, () => Promise<string | Buffer>, string][])(
  '%s is refused in a sentence and leaves nothing',
  async (_, make, sentence) => {
    const before = await traces(town)
    const { status, json } = await upload(town, [...fields({ item: 1 }), image(await make(), 'scan.jpg')], {
      as: 'volunteer',
    })
    expect({ status, json }).toEqual({ status: 400, json: { image: [sentence] } })
    expect(await traces(town)).toEqual(before)
  },
)

test('a picture that is also a zip is published as a picture only', async () => {
  const both = Buffer.concat([
    await picture().jpeg().toBuffer(),
    Buffer.from('PK\x03\x04<script>alert(1)</script>', 'latin1'),
  ])
  const { status, json } = await upload(town, [...fields({ item: 3 }), image(both, 'a.zip')], { as: 'staff' })
  expect(status).toBe(201)
  const shown = await town.get(`/api/scan/image/${(json as { id: number }).id}/?format=jpeg`)
  expect(shown.status).toBe(200)
  expect(shown.body.includes('script')).toBe(false)
})

const type = (boundary: string) => ({ 'content-type': `multipart/form-data${boundary}` })
test.each([
  ['no boundary', type(''), 'x', 400],
  ['another boundary', type('; boundary=other'), '--x\r\n\r\n', 400],
  ['nothing at all', type('; boundary=x'), '', 400],
  [
    'a part cut off',
    type('; boundary=x'),
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
    400,
  ],
  ['a header cut off', type('; boundary=x'), '--x\r\nContent-Disposition: form-da', 400],
  ['a field cut off', type('; boundary=x'), '--x\r\nContent-Disposition: form-data; name="item"\r\n\r\n1', 400],
  ['only its end', type('; boundary=x'), '--x--\r\n', 400],
  ['garbage', type('; boundary=x'), '\0\x01\x02--x\r\n\xff\xfe--x--', 400],
  ['a part without a name', type('; boundary=x'), '--x\r\nContent-Type: image/jpeg\r\n\r\nabc\r\n--x--\r\n', 400],
  [
    'a name that is none',
    type('; boundary=x'),
    '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    400,
  ],
  ['JSON', { 'content-type': 'application/json' }, '{"item": 1}', 415],
  ['text', { 'content-type': 'text/plain' }, 'item=1', 415],
  ['no type', {}, 'item=1', 415],
  ['no body', {}, undefined, 415],
])('a form that is none (%s) is %i', async (_, headers, payload, expected) => {
  const before = await traces(town)
  const { status, json } = await town.send('/api/scans/create/', {
    ...{ method: 'POST', headers: headers as Record<string, string>, as: 'volunteer' },
    ...(payload !== undefined && { body: Buffer.from(payload, 'latin1') }),
  })
  expect({ status, said: typeof json }).toEqual({ status: expected, said: 'object' })
  expect(await traces(town)).toEqual(before)
})

test('too many form fields', async () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, at]))
  const parts = [...fields({ item: 1, ...many }), image(await picture().jpeg().toBuffer())]
  const { status, json } = await upload(town, parts, { as: 'volunteer' })
  expect({ status, json }).toEqual({ status: 400, json: { detail: UPLOADS.badForm } })
})
