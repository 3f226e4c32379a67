import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { registerGracefulShutdown, addRequestIds, serverOptions } from '#server/http/server-options.ts'

let app: FastifyInstance
let port: number
/** Ends the slow call. */
let finish: PromiseWithResolvers<void>
let began: PromiseWithResolvers<void>
let order: string[]
const agent = new Agent({ keepAlive: true })
afterEach(() => agent.destroy())

async function listen(patience?: number): Promise<void> {
  finish = Promise.withResolvers()
  began = Promise.withResolvers()
  order = []
  app = Fastify(serverOptions(false))
  addRequestIds(app)
  registerGracefulShutdown(app, patience)
  app.addHook('onClose', async () => void order.push('closed'))
  app.addContentTypeParser('*', async (_request: unknown, body: NodeJS.ReadableStream) => {
    began.resolve()
    let bytes = 0
    for await (const chunk of body) bytes += (chunk as Buffer).length
    return bytes
  })
  app.get('/quick', async () => 'quick')
  app.get('/slow', async () => {
    began.resolve()
    await finish.promise
    order.push('answered')
    return 'slow'
  })
  app.post('/upload', async ({ body }) => ({ bytes: body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
}

/** A call on a keep-alive connection. */
async function call(path: string): Promise<string> {
  const asked = request({ port, host: '127.0.0.1', path, agent }).end()
  const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return text
}

test('a running upload finishes', async () => {
  await listen()
  const upload = request({
    port,
    host: '127.0.0.1',
    path: '/upload',
    method: 'POST',
    agent,
    headers: { 'content-type': 'x/y' },
  })
  upload.write('first ')
  await began.promise
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  upload.end('second')
  const [answer] = (await once(upload, 'response')) as [AsyncIterable<Buffer>]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  expect(JSON.parse(text)).toEqual({ bytes: 12 })
  await closed
})

test('a call that does not end is cut off', async () => {
  await listen(50)
  const slow = call('/slow').catch((error: NodeJS.ErrnoException) => error.code)
  await began.promise
  await app.close()
  expect(await slow).toBe('ECONNRESET')
  expect(order).toEqual(['closed'])
})

/** The answer to bytes that are not HTTP. */
async function say(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

test.each([
  ['NONSENSE\r\n\r\n', 400, "The server can't read this request."],
  ['GET /quick HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400, "The server can't read this request."],
  [
    'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    "The server can't read this request.",
  ],
  [`GET /quick HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'The request is too large.'],
])('%j gets a readable error', async (bytes, status, sentence) => {
  await listen()
  const [head, body] = (await say(bytes)).split('\r\n\r\n') as [string, string]
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/)
  expect((JSON.parse(body) as { detail: string }).detail).toContain(sentence)
  expect(Object.keys(JSON.parse(body) as object)).toEqual(['detail'])
  await app.close()
})

test('slow clients time out', async () => {
  await listen()
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = app.server
  for (const milliseconds of [requestTimeout, headersTimeout, keepAliveTimeout, timeout]) {
    expect(milliseconds).toBeGreaterThan(0)
    expect(milliseconds).toBeLessThanOrEqual(30 * 60_000)
  }
  expect(headersTimeout).toBe(30_000)
  await app.close()
})
