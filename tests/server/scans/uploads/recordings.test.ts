import { once } from 'node:events'
import { hash } from 'node:crypto'
import { readdirSync, truncateSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { sweep } from '#server/scans/sweep.ts'
import { removeUnfinished } from '#server/storage/removal.ts'
import { originalKey } from '#server/storage/keys.ts'
import { freshS3Double } from '../../../fixtures/s3/environment.ts'
import type { TestAccount } from '../../fixtures.ts'
import { useFreshArchive } from '../../use-archive.ts'
import { chunk, wav } from '../sounds.ts'
import { fields, form, image, openUploadTown, picture, traces, upload } from './forms.ts'

const town = useFreshArchive(openUploadTown)
const { part: PART } = RECORDING_UPLOAD
/** Three parts, the last one short. */
const SOUND = wav(1, chunk('JUNK', Buffer.alloc(2 * PART, 7)))
const SHA256 = hash('sha256', SOUND)
const fileOf = (change: Record<string, string | number> = {}) => ({
  ...{ item: 1, file_name: 'Side A.wav', bytes: SOUND.length, modified: 1_700_000_000_000, ...change },
})
type File = ReturnType<typeof fileOf>

const partAt = (at: number, content = SOUND) => content.subarray(at, at + PART)
interface Sent {
  file?: File
  as?: TestAccount
  content?: Buffer
  sha256?: string
  key?: string
}
function send(at: number, { file = fileOf(), as = 'volunteer', content = partAt(at), sha256, key = 'k' }: Sent = {}) {
  const checksum = { sha256: sha256 ?? hash('sha256', content) }
  const parts = [...fields({ ...file, at, ...checksum }), image(content, 'part')]
  return upload(town, parts, { as, url: '/api/recordings/', headers: { 'idempotency-key': `${key}-${at}` } })
}
async function sendAll({ content = SOUND, ...more }: Sent = {}) {
  let last = await send(0, { ...more, content: partAt(0, content) })
  for (let at = PART; at < content.length && last.status === 201; at += PART)
    last = await send(at, { ...more, content: partAt(at, content) })
  return last
}
/** Where it goes on: asked by a part that belongs nowhere. */
const received = async (file: File = fileOf(), as: TestAccount = 'volunteer') =>
  (await send(1, { file, as, key: String(Math.random()) })).json as { received: number }
const itemFiles = async (item: number, as: TestAccount) =>
  ((await town.send(`/api/item/${item}/`, { as })).json as { item_files: Record<string, unknown>[] }).item_files
const unfinished = async () => (await traces(town)).files.filter((file) => file.includes('incoming'))

test('a recording in three parts becomes a file of its item, bit for bit', async () => {
  expect(await send(0)).toMatchObject({ status: 201, json: { received: PART } })
  expect((await send(PART)).json).toEqual({ received: 2 * PART })
  const { status, json } = await send(2 * PART)
  expect([status, json]).toEqual([201, { received: SOUND.length, id: expect.any(Number) }])
  const key = originalKey(SHA256, 'wav')
  expect(Buffer.from((await town.media.read(key))!).equals(SOUND)).toBe(true)
  const { id } = json as { id: number }
  const file = { id, format: 'wav', file_name: 'Side A.wav', bytes: SOUND.length, duration: 1, order: 1 }
  expect(await itemFiles(1, 'volunteer')).toMatchObject([file])
  expect(await unfinished()).toEqual([])
  // Sent again, since the answer was lost.
  expect(await send(2 * PART)).toMatchObject({ status: 201, json })
  expect(await itemFiles(1, 'volunteer')).toHaveLength(1)
})

test('a draft is not published with a recording that came after the reviewer looked', async () => {
  const seen = (await town.send('/api/records/items/1/', { as: 'staff' })).json as { version: string }
  await sendAll()
  const publish = (version: string) =>
    town.send('/api/records/items/1/publish/', {
      ...{ as: 'staff', method: 'POST', headers: { 'if-match': `"${version}"` } },
    })
  const refused = await publish(seen.version)
  expect(refused.status).toBe(412)
  const { record } = refused.json as { record: { version: string; files: unknown[] } }
  expect(record.files).toHaveLength(1)
  expect((await publish(record.version)).status).toBe(200)
})

test('staff add one to a published item, whose page follows', async () => {
  const before = (await traces(town)).rows['build']!
  expect((await sendAll({ file: fileOf({ item: 3 }), as: 'staff' })).status).toBe(201)
  expect((await traces(town)).rows['build']).toBe(before + 1)
})

test('what was received stays over a restart, and half a part does not count', async () => {
  await send(0)
  await send(PART)
  const [path] = await unfinished()
  truncateSync(town.folder + path!, PART + 1000)
  // Whoever sends another part is told where it goes on.
  expect((await send(2 * PART)).json).toEqual({ received: PART })
  expect((await send(PART, { key: 'again' })).json).toEqual({ received: 2 * PART })
  expect((await send(2 * PART, { key: 'again' })).json).toMatchObject({ received: SOUND.length })
  expect(await town.media.sha256(originalKey(SHA256, 'wav'))).toBe(SHA256)
})

test('when it could not be stored, all of it is still here, and any part of it finishes it', async () => {
  const stored = vi.spyOn(town.media, 'putFile').mockRejectedValueOnce(new Error('The store is away.'))
  expect((await sendAll()).status).toBe(500)
  expect(stored).toHaveBeenCalledOnce()
  expect((await send(0, { key: 'again' })).json).toEqual({ received: SOUND.length, id: expect.any(Number) })
})

test('a connection that is cut in the middle of a part loses that part only', async () => {
  await town.app.listen({ port: 0, host: '127.0.0.1' })
  await send(0)
  const { payload, headers } = form([...fields({ ...fileOf(), at: PART }), image(partAt(PART), 'part')])
  const socket = connect((town.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const all = { ...(await town.signIn('volunteer')), ...headers, host: 'localhost', 'content-length': payload.length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/recordings/ HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(payload.subarray(0, PART / 2))
  await vi.waitFor(async () => expect(await unfinished()).toHaveLength(2), { timeout: 10_000 })
  socket.destroy()
  await vi.waitFor(async () => expect(await unfinished()).toHaveLength(1), { timeout: 10_000 })
  expect(await received()).toEqual({ received: PART })
  await send(PART)
  expect((await send(2 * PART)).json).toMatchObject({ id: expect.any(Number) })
})

test.each([
  ['its checksum is another', { sha256: '0'.repeat(64) }, 400],
  ['it is shorter than a part', { content: SOUND.subarray(0, 1000) }, 400],
  ['it is longer than a part', { content: Buffer.alloc(PART + 1) }, 400],
  ['it says that it is longer', { content: Buffer.alloc(PART + 400_000) }, 413],
])('a part is refused when %s', async (_, change, status) => {
  expect((await send(0, change)).status).toBe(status)
  expect([await received(), await unfinished()]).toEqual([{ received: 0 }, []])
})

test('who may not add to an item sends nothing to it, and nobody goes on with what somebody else sends', async () => {
  await send(0)
  expect(await received(fileOf(), 'staff')).toEqual({ received: 0 })
  for (const item of [2, 99])
    expect(await send(0, { file: fileOf({ item }) })).toMatchObject({
      status: 400,
      json: { item: [expect.any(String)] },
    })
  // Published, discarded.
  for (const item of [3, 5]) expect((await send(0, { file: fileOf({ item }) })).status).toBe(403)
  const { payload, headers } = form([...fields({ ...fileOf(), at: 0 }), image(partAt(0), 'part')])
  expect((await town.send('/api/recordings/', { method: 'POST', body: payload, headers })).status).toBe(401)
  expect(await unfinished()).toHaveLength(1)
})

test('a volunteer adds to a returned draft, takes it back, and nothing more once it is published', async () => {
  const file = fileOf({ item: 4 })
  const { id } = (await sendAll({ file })).json as { id: number }
  const url = `/api/records/files/${id}/`
  const seen = await town.send(url, { as: 'volunteer' })
  const remove = (as: TestAccount) =>
    town.send(url, { as, method: 'DELETE', headers: { 'if-match': String(seen.headers['etag']) } })
  expect((await remove('society')).status).toBe(404)
  expect((await remove('volunteer')).status).toBe(204)
  expect(await itemFiles(4, 'volunteer')).toEqual([])

  const other = fileOf({ item: 4, file_name: 'Side B.wav' })
  expect((await send(0, { file: other, key: 'b' })).status).toBe(201)
  await town.db.updateTable('item').set({ visibility: 'published' }).where('id', '=', 4).execute()
  expect((await send(PART, { file: other, key: 'b' })).status).toBe(403)
})

test.each([
  [0, RECORDING.empty],
  [RECORDING_UPLOAD.maximumBytes + 1, RECORDING.tooLarge],
])('a recording of %i bytes is refused with its first part', async (bytes, sentence) => {
  expect(await send(0, { file: fileOf({ bytes }) })).toMatchObject({ status: 400, json: { bytes: [sentence] } })
  expect(await unfinished()).toEqual([])
})

test('a recording that is broken is refused when all of it is here, and again when it is sent again', async () => {
  const content = SOUND.subarray(0, 20_000)
  const file = fileOf({ bytes: content.length })
  for (const key of ['once', 'again'])
    expect(await send(0, { file, content, key })).toMatchObject({ status: 400, json: { image: [RECORDING.broken] } })
  expect((await traces(town)).rows).toMatchObject({ original: 0, audit: 0 })
})

test('one part of an account at a time', async () => {
  const [one, other] = await Promise.all([send(0), send(0, { key: 'other' })])
  expect([one.status, other.status].sort()).toEqual([201, 429])
  expect(await received()).toEqual({ received: PART })
})

test.each([
  [Buffer.from('no'), RECORDING.kind],
  [Buffer.concat([Buffer.from('text'), Buffer.alloc(2 * PART)]), RECORDING.kind],
  [await picture().png().toBuffer(), RECORDING.kind],
])('what is no recording is refused with its first part, and leaves nothing', async (content, sentence) => {
  const before = await traces(town)
  const refused = await sendAll({ file: fileOf({ bytes: content.length }), content })
  expect(refused).toMatchObject({ status: 400, json: { image: [sentence] } })
  expect(await traces(town)).toEqual(before)
})

test('a recording is no scan', async () => {
  const sent = await upload(town, [...fields({ item: 1 }), image(wav(1), 'a.wav')], { as: 'volunteer' })
  expect(sent).toMatchObject({ status: 400, json: { image: [RECORDING.inParts] } })
})

test('an unfinished recording is kept for days, and then removed', async () => {
  await send(0)
  const [path] = await unfinished()
  const folder = join(town.folder, 'media/incoming/recordings')
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  await utimes(town.folder + path!, hours(24), hours(24))
  await sweep(town.db, town.media)
  await removeUnfinished(join(town.folder, 'media/incoming'), hours(1).getTime())
  expect(await received()).toEqual({ received: PART })
  await removeUnfinished(folder, hours(23).getTime())
  expect(readdirSync(folder)).toEqual([])
  expect(await received()).toEqual({ received: 0 })
})

test('in an object store it is the same', async () => {
  const { environment, objects } = await freshS3Double()
  const own = await openUploadTown(environment)
  onTestFinished(() => own.close())
  const body = (at: number) => [...fields({ ...fileOf(), at }), image(partAt(at), 'part')]
  for (const at of [0, PART, 2 * PART])
    expect((await upload(own, body(at), { as: 'volunteer', url: '/api/recordings/' })).status).toBe(201)
  expect(objects.get(`media/${originalKey(SHA256, 'wav')}`)!.body.equals(SOUND)).toBe(true)
  expect((await traces(own)).files.filter((file) => file.includes('incoming'))).toEqual([])
})
