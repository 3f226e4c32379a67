import { hash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { rangeOf } from '#server/routes/send-file.ts'
import { originalKey } from '#server/storage/keys.ts'
import { chunk, wav } from './scans/sounds.ts'
import { addRecords } from './fixtures.ts'
import { VERSION, withVersion } from './walk/current-version.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()
const SOUND = wav(1, chunk('LIST', Buffer.from('Mary Dole')))
const sha256 = hash('sha256', SOUND)
const version = sha256.slice(0, 16)
const at = `/media/file/50/${version}.wav`
beforeAll(async () => {
  await town.media.put(originalKey(sha256, 'wav'), SOUND)
  const original = { sha256, format: 'wav', bytes: SOUND.length, width: 0, height: 0, details: '{"duration":1}' }
  const pdf = { ...original, sha256: 'c'.repeat(64), format: 'pdf', bytes: 4, details: '{"pages":1}' }
  await town.media.put(originalKey(pdf.sha256, 'pdf'), Buffer.from('%PDF'))
  await addRecords(town.db, {
    original: [original, pdf].map((row) => ({ ...row, file_name: 'side-a' })),
    item_file: [
      { id: 50, item_id: 1, sha256, file_order: 2 },
      { id: 51, item_id: 1, sha256: pdf.sha256, file_order: 3 },
      { id: 52, item_id: 901, sha256, file_order: 2 },
      { id: 53, item_id: 1, sha256, file_order: 4, hidden_until: '9999-12-31' },
    ],
  })
})

test('a recording is sent as what it is, to be played and never run, without its tags', async () => {
  const { status, headers, body } = await town.get(at)
  expect([status, headers['content-type'], headers['accept-ranges'], headers['content-disposition']]).toEqual([
    ...[200, 'audio/wav', 'bytes', 'inline'],
  ])
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' })
  expect(headers['content-security-policy']).toContain('sandbox')
  expect([body.length, SOUND.includes('Mary'), body.includes('Mary')]).toEqual([SOUND.length, true, false])
})

test('a document is saved, not opened', async () => {
  const { headers, body } = await town.get(`/media/file/51/${'c'.repeat(16)}.pdf`)
  expect([headers['content-type'], String(body)]).toEqual(['application/pdf', '%PDF'])
  expect(headers['content-disposition']).toContain('attachment')
})

test.each([
  ['bytes=0-3', 206, [0, 4]],
  ['bytes=8000-', 206, [8000, undefined]],
  ['bytes=-4', 206, [-4, undefined]],
  ['bytes=10-99999999', 206, [10, undefined]],
  ['bytes=0-1,4-5', 200, [0, undefined]],
  ['bytes=5-1', 200, [0, undefined]],
  ['pages=1-2', 200, [0, undefined]],
] as const)('%s', async (range, status, [from, to]) => {
  const whole = (await town.get(at)).body
  const part = await town.get(at, { range })
  expect(part.status).toBe(status)
  expect(part.body.equals(whole.subarray(from, to))).toBe(true)
  expect(Number(part.headers['content-length'])).toBe(part.body.length)
})

test('a part beyond the end is refused with the length', async () => {
  const { status, headers } = await town.get(at, { range: 'bytes=99999999-' })
  expect([status, headers['content-range']]).toEqual([416, `bytes */${SOUND.length}`])
  expect([rangeOf('bytes=-0', 9), rangeOf('bytes=-', 9), rangeOf('bytes=0-', 0)]).toEqual(['none', undefined, 'none'])
})

test('If-Range: a part of the same file, or all of the new one', async () => {
  const part = await town.get(at, { range: 'bytes=0-3', 'if-range': `"${version}"` })
  const whole = await town.get(at, { range: 'bytes=0-3', 'if-range': '"older"' })
  expect([part.status, part.headers['content-range'], whole.status]).toEqual([206, `bytes 0-3/${SOUND.length}`, 200])
  expect((await town.get(at, { 'if-none-match': `"${version}"` })).status).toBe(304)
})

test('HEAD has the length and no content', async () => {
  const { statusCode, headers, rawPayload } = await town.app.inject({ method: 'HEAD', url: at })
  expect([statusCode, Number(headers['content-length']), rawPayload.length]).toEqual([200, SOUND.length, 0])
})

test.each([
  `/media/file/50/${'0'.repeat(16)}.wav`,
  `/media/file/50/${version}.mp3`,
  `/media/file/52/${version}.wav`,
  `/media/file/53/${version}.wav`,
  `/media/file/99/${version}.wav`,
])('%s is not found', async (address) => {
  expect((await town.get(address)).status).toBe(404)
})

test('what was withdrawn is gone', async () => {
  await addRecords(town.db, {
    audit: [{ at: '2026-01-02', action: 'removed', kind: 'files', record_key: '54', fields: '{}' } as never],
  })
  expect((await town.get(`/media/file/54/${version}.wav`)).status).toBe(410)
})

test('a transcript with a broken time is refused, and its line named; plain text has none', async () => {
  const save = async (fields: object) => {
    const url = '/api/records/files/50/'
    const headers = await withVersion(town, url, { 'if-match': VERSION })
    return await town.send(url, { method: 'PATCH', as: 'staff', headers, body: fields })
  }
  const broken = await save({ text: 'WEBVTT\n\n00:05.000 --> 00:99.000\nHello' })
  expect([broken.status, JSON.stringify(broken.json)]).toEqual([400, expect.stringContaining('"text":["Line 3: ')])
  expect((await save({ chapters: 'WEBVTT\n\n00:05.000 --> 00:01.000\nMill' })).status).toBe(400)
  expect((await save({ text: 'WEBVTT\n\n00:05.000 --> 00:09.000\nHello' })).status).toBe(200)
  expect((await save({ text: 'Mary: at 1 --> 2' })).status).toBe(200)
})

test('a transcript with times is a file of captions, for viewers anywhere', async () => {
  const captions = at.replace(/wav$/, 'vtt')
  await town.db.updateTable('item_file').set({ text: '' }).execute()
  expect((await town.get(captions)).status).toBe(404)
  const text = 'WEBVTT\n\n00:05.000 --> 00:09.000\nHello é'
  await town.db.updateTable('item_file').set({ text }).where('id', 'in', [50, 53]).execute()
  const { status, headers, body } = await town.get(captions)
  expect([status, headers['content-type'], headers['access-control-allow-origin'], String(body)]).toEqual([
    ...[200, 'text/vtt; charset=utf-8', '*', text],
  ])
  expect((await town.get(captions.replace('/50/', '/53/'))).status).toBe(404)
  expect((await town.get(captions.replace(version, '0'.repeat(16)))).status).toBe(404)
})

test('staff hear a draft by a key that stands in the address, and nobody else', async () => {
  const draft = `/media/file/52/${version}.wav`
  const withKey = (key: string, of = draft) => of.replace('.wav', `~${key}.wav`)
  expect((await town.send('/api/file/52/key/', { as: 'volunteer' })).status).toBe(403)
  const { key } = (await town.send('/api/file/52/key/', { as: 'staff' })).json as { key: string }
  const { status, headers, body } = await town.get(withKey(key), { range: 'bytes=0-3' })
  expect([status, headers['cache-control'], String(body)]).toEqual([206, 'private, no-store', 'RIFF'])
  // Of another file, or forged, or in an address that is not its own.
  expect((await town.get(withKey(key, `/media/file/53/${version}.wav`))).status).toBe(404)
  expect((await town.get(withKey('0'.repeat(32)))).status).toBe(404)
  expect((await town.get(withKey(key, `/media/file/52/${'0'.repeat(16)}.wav`))).status).toBe(404)
  expect((await town.get(draft)).status).toBe(404)
})
