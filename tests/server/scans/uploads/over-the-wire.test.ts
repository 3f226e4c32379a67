import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { PICTURE } from '#contract/picture-messages.ts'
import { SCAN, UPLOAD } from '#contract/limits.ts'
import { createUploadSlots, requireFreeSpace } from '#server/scans/upload-slots.ts'
import { fields, form, image, openUploadTown, picture, traces } from './forms.ts'
import { useArchive } from '../../use-archive.ts'

const town = useArchive(() => openUploadTown({ SCAN_MAX_MB: '1' }))
let port: number
beforeAll(async () => {
  await town.app.listen({ port: 0, host: '127.0.0.1' })
  port = (town.app.server.address() as AddressInfo).port
})

const MB = 1024 * 1024
async function send(body: Buffer, headers: Record<string, string>): Promise<Response> {
  return await fetch(`http://127.0.0.1:${port}/api/scans/create/`, {
    method: 'POST',
    headers: { ...(await town.signIn('volunteer')), ...headers },
    body: new Uint8Array(body),
  })
}

test('a file over the limit is refused with its message', async () => {
  const before = await traces(town)
  // What says itself that it is larger than any form is refused before it is read.
  for (const [size, status] of [
    [MB + 1, 400],
    [9 * MB, 413],
  ] as const) {
    const { payload, headers } = form([...fields({ item: 1 }), image(Buffer.alloc(size))])
    const answer = await send(payload, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ image: [PICTURE.tooManyBytes(MB)] })
  }
  expect(await traces(town)).toEqual(before)
  const { payload, headers } = form([...fields({ item: 1 }), image(await picture().jpeg().toBuffer())])
  expect((await send(payload, headers)).status).toBe(201)
})

test('a connection with a refused file serves the next request', async () => {
  const { payload, headers } = form([...fields({ item: 1 }), image(Buffer.alloc(4 * MB))])
  const socket = await open(headers, payload.length)
  let said = ''
  socket.on('data', (chunk) => (said += String(chunk)))
  socket.write(payload)
  socket.write('GET /api/subjects/ HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']), {
    timeout: 10_000,
  })
  socket.destroy()
})

test('a file of exactly the limit is inspected', async () => {
  const jpeg = await picture('#778899').jpeg().toBuffer()
  const { payload, headers } = form([
    ...fields({ item: 1 }),
    image(Buffer.concat([jpeg, Buffer.alloc(MB - jpeg.length)])),
  ])
  expect((await send(payload, headers)).status).toBe(201)
})

test('another user’s item is refused before the file arrives', async () => {
  const { payload, headers } = form([...fields({ item: 2 }), image(Buffer.alloc(MB / 2))])
  const socket = await open(headers, payload.length)
  socket.write(payload.subarray(0, 1000))
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(String(head)).toMatch(/^HTTP\/1.1 400 /)
  socket.destroy()
})

/** A connection that has said what it will send, and has sent none of it. */
async function open(headers: Record<string, string>, length: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const all = { ...(await town.signIn('volunteer')), ...headers, host: 'localhost', 'content-length': String(length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/scans/create/ HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}
const incoming = async () => (await traces(town)).files.filter((file) => file.includes('incoming'))

test('an aborted upload leaves nothing behind', async () => {
  const before = await traces(town)
  const { payload, headers } = form([...fields({ item: 1 }), image(Buffer.alloc(MB / 2, 7))])
  const sockets = await Promise.all([1, 2, 3].map(() => open(headers, payload.length)))
  for (const socket of sockets) socket.write(payload.subarray(0, 200_000))
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(3), { timeout: 10_000 })
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await incoming()).toEqual([]), { timeout: 10_000 })
  expect(await traces(town)).toEqual(before)
})

test('too many uploads of an account give 429 with Retry-After, until a slot is free', async () => {
  const { payload, headers } = form([...fields({ item: 1 }), image(await picture('#a1b2c3').jpeg().toBuffer())])
  const sockets = await Promise.all(Array.from({ length: UPLOAD.perAccount }, () => open(headers, payload.length)))
  for (const socket of sockets) socket.write(payload.subarray(0, payload.length - 60))
  await vi.waitFor(async () => expect(await incoming()).toHaveLength(UPLOAD.perAccount), { timeout: 10_000 })
  const refused = await send(payload, headers)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(UPLOAD.retryAfter)])
  const answers = sockets.map((socket) => once(socket, 'data') as Promise<[Buffer]>)
  for (const socket of sockets) socket.write(payload.subarray(payload.length - 60))
  for (const [head] of await Promise.all(answers)) expect(String(head)).toMatch(/^HTTP\/1.1 201 /)
  for (const socket of sockets) socket.destroy()
  expect((await send(payload, headers)).status).toBe(201)
})

test('upload slots are also limited in total', async () => {
  const places = createUploadSlots({ perAccount: 2, total: 3 })
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const taken = [1, 1, 2].map((account) => places.withSlot(account, () => held))
  await expect(places.withSlot(1, async () => {})).rejects.toMatchObject({ kind: 'too-many-requests' })
  await expect(places.withSlot(3, async () => {})).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 })
  end()
  await Promise.all(taken)
  expect(await places.withSlot(3, async () => 'free')).toBe('free')
})

test('a nearly full disk refuses uploads', async () => {
  const full = { code: 'ENOSPC', message: expect.stringContaining('bytes are free') }
  await expect(requireFreeSpace(async () => UPLOAD.freeBytes - 1, undefined)).rejects.toMatchObject(full)
  await expect(requireFreeSpace(async () => UPLOAD.freeBytes, String(UPLOAD.freeBytes))).rejects.toMatchObject(full)
  await expect(requireFreeSpace(async () => UPLOAD.freeBytes, String(SCAN.maximumBytes))).resolves.toBeUndefined()
})
