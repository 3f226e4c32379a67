import { once } from 'node:events'
import { hash } from 'node:crypto'
import { readdirSync, truncateSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { sweep } from '#server/scans/sweep.ts'
import { removeUnfinished } from '#server/storage/removal.ts'
import { originalKey } from '#server/storage/keys.ts'
import type { TestAccount } from '../../fixtures.ts'
import { useFreshArchive } from '../../use-archive.ts'
import { chunk, wav } from '../sounds.ts'
import { fields, form, image, openUploadTown, traces, upload } from './forms.ts'

const town = useFreshArchive(openUploadTown)
const { part: PART } = RECORDING_UPLOAD
/** Three parts, the last one short. */
const SOUND = wav(1, chunk('JUNK', Buffer.alloc(2 * PART, 7)))
const fileOf = (change: Record<string, string | number> = {}) => ({
  ...{ item: 1, file_name: 'Side A.wav', bytes: SOUND.length, modified: 1_700_000_000_000, ...change },
})
type File = ReturnType<typeof fileOf>

const received = (file: File = fileOf(), as: TestAccount = 'volunteer') =>
  town.send(`/api/recordings/parts/?${new URLSearchParams(Object.entries(file).map(([k, v]) => [k, String(v)]))}`, {
    as,
  })
const partAt = (at: number, content = SOUND) => content.subarray(at, at + PART)
function send(
  at: number,
  { file = fileOf(), as = 'volunteer' as TestAccount, content = partAt(at), sha256 = hash('sha256', content) } = {},
) {
  return upload(town, [...fields({ ...file, at, sha256 }), image(content, 'part')], {
    as,
    url: '/api/recordings/parts/',
  })
}
async function sendAll(file: File = fileOf(), as: TestAccount = 'volunteer', content = SOUND) {
  for (let at = 0; at < content.length; at += PART)
    expect(await send(at, { file, as, content: partAt(at, content) })).toMatchObject({ status: 200 })
}
const finish = (file: File = fileOf(), as: TestAccount = 'volunteer', key = 'one-recording') =>
  town.send('/api/recordings/', { method: 'POST', as, body: file, headers: { 'idempotency-key': key } })
const itemFiles = async (item: number, as: TestAccount) =>
  ((await town.send(`/api/item/${item}/`, { as })).json as { item_files: Record<string, unknown>[] }).item_files
const unfinished = async () => (await traces(town)).files.filter((file) => file.includes('incoming'))

test('a recording in three parts becomes a file of its item, bit for bit', async () => {
  expect((await received()).json).toEqual({ received: 0 })
  await sendAll()
  expect((await received()).json).toEqual({ received: SOUND.length })
  const { status, json } = await finish()
  expect([status, json]).toEqual([201, { id: expect.any(Number) }])
  const key = originalKey(hash('sha256', SOUND), 'wav')
  expect(Buffer.from((await town.media.read(key))!).equals(SOUND)).toBe(true)
  expect(await itemFiles(1, 'volunteer')).toMatchObject([
    {
      id: (json as { id: number }).id,
      format: 'wav',
      file_name: 'Side A.wav',
      bytes: SOUND.length,
      duration: 1,
      order: 1,
    },
  ])
  expect(await unfinished()).toEqual([])
  // Asked again, since the answer was lost.
  expect(await finish()).toMatchObject({ status: 201, json })
  expect(await itemFiles(1, 'volunteer')).toHaveLength(1)
})

test('staff add one to a published item, whose page follows', async () => {
  const file = fileOf({ item: 3 })
  await sendAll(file, 'staff')
  const before = (await traces(town)).rows['build']!
  expect((await finish(file, 'staff')).status).toBe(201)
  expect((await traces(town)).rows['build']).toBe(before + 1)
})

test('what was received stays over a restart, and half a part does not count', async () => {
  await send(0)
  await send(PART)
  const [path] = await unfinished()
  truncateSync(town.folder + path!, PART + 1000)
  expect((await received()).json).toEqual({ received: PART })
  // Whoever asks for another place is told where it goes on.
  expect((await send(2 * PART)).json).toEqual({ received: PART })
  expect((await finish()).status).toBe(409)
  expect((await send(PART)).json).toEqual({ received: 2 * PART })
  await send(2 * PART)
  expect((await finish()).status).toBe(201)
  expect(await town.media.sha256(originalKey(hash('sha256', SOUND), 'wav'))).toBe(hash('sha256', SOUND))
})

test('a connection that is cut in the middle of a part loses that part only', async () => {
  await town.app.listen({ port: 0, host: '127.0.0.1' })
  await send(0)
  const { payload, headers } = form([...fields({ ...fileOf(), at: PART }), image(partAt(PART), 'part')])
  const socket = connect((town.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const all = { ...(await town.signIn('volunteer')), ...headers, host: 'localhost', 'content-length': payload.length }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/recordings/parts/ HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(payload.subarray(0, PART / 2))
  await vi.waitFor(async () => expect(await unfinished()).toHaveLength(2), { timeout: 10_000 })
  socket.destroy()
  await vi.waitFor(async () => expect(await unfinished()).toHaveLength(1), { timeout: 10_000 })
  expect((await received()).json).toEqual({ received: PART })
  await send(PART)
  await send(2 * PART)
  expect((await finish()).status).toBe(201)
})

test.each([
  ['its checksum is another', { sha256: '0'.repeat(64) }, 400],
  ['it is shorter than a part', { content: SOUND.subarray(0, 1000) }, 400],
  ['it is longer than a part', { content: Buffer.alloc(PART + 1) }, 400],
  ['it says that it is longer', { content: Buffer.alloc(PART + 400_000) }, 413],
])('a part is refused when %s', async (_, change, status) => {
  expect((await send(0, change)).status).toBe(status)
  expect([(await received()).json, await unfinished()]).toEqual([{ received: 0 }, []])
})

test('who may not add to an item sends nothing to it, and nobody goes on with what somebody else sends', async () => {
  await send(0)
  expect(await received(fileOf(), 'staff')).toMatchObject({ status: 200, json: { received: 0 } })
  expect((await finish(fileOf(), 'staff')).status).toBe(409)
  for (const item of [2, 99]) {
    expect(await received(fileOf({ item }))).toMatchObject({ status: 400, json: { item: [expect.any(String)] } })
    expect((await send(0, { file: fileOf({ item }) })).status).toBe(400)
    expect((await finish(fileOf({ item }))).status).toBe(400)
  }
  expect((await send(0, { file: fileOf({ item: 3 }) })).status).toBe(403)
  expect((await town.send('/api/recordings/', { method: 'POST', body: fileOf() })).status).toBe(401)
  expect(await unfinished()).toHaveLength(1)
})

test.each([
  [0, RECORDING.empty],
  [RECORDING_UPLOAD.maximumBytes + 1, RECORDING.tooLarge],
])('a recording of %i bytes is refused before any are sent', async (bytes, sentence) => {
  for (const { status, json } of [await received(fileOf({ bytes })), await send(0, { file: fileOf({ bytes }) })])
    expect([status, json]).toEqual([400, { bytes: [sentence] }])
})

test.each([
  [Buffer.alloc(5000, 'text '), RECORDING.kind],
  [SOUND.subarray(0, 20_000), RECORDING.broken],
])('what is no recording is refused when all of it is here, and leaves nothing', async (content, sentence) => {
  const file = fileOf({ bytes: content.length })
  const before = await traces(town)
  await sendAll(file, 'volunteer', content)
  expect(await finish(file)).toMatchObject({ status: 400, json: { image: [sentence] } })
  expect(await traces(town)).toEqual(before)
})

test('an unfinished recording is kept for days, and then removed', async () => {
  await send(0)
  const [path] = await unfinished()
  const folder = join(town.folder, 'media/incoming/recordings')
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  await utimes(town.folder + path!, hours(24), hours(24))
  await sweep(town.db, town.media)
  await removeUnfinished(join(town.folder, 'media/incoming'), hours(1).getTime())
  expect((await received()).json).toEqual({ received: PART })
  await removeUnfinished(folder, hours(23).getTime())
  expect(readdirSync(folder)).toEqual([])
  expect((await received()).json).toEqual({ received: 0 })
})
