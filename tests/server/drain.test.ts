import { Agent, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/main.ts'
import { freshFolder } from './bundle/fresh-archive.ts'

let folder: string
let app: FastifyInstance
/** Ends the slow call. */
let finish: PromiseWithResolvers<void>
const agent = new Agent({ keepAlive: true })
beforeEach(async () => {
  folder = await freshFolder()
  finish = Promise.withResolvers()
  app = await serve(readConfig({ PORT: '0', DATA_DIR: folder, SHUTDOWN_GRACE: '1' }), {
    site: async (scope) => {
      scope.get('/', async () => 'home')
      scope.get('/slow/', async () => {
        await finish.promise
        return 'slow'
      })
    },
  })
})
afterEach(async () => {
  agent.destroy()
  await app.close()
})

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

/** A call on connections that are kept, as a balancer's are. */
async function call(port: number, path: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ port, host: '127.0.0.1', path, agent }, resolve).on('error', reject).end()
  const answer = await promise
  return { status: answer.statusCode, connection: answer.headers.connection, body: await text(answer) }
}

test('health is 503 first, calls are still answered for the grace, running ones finish, and then nobody is let in', async () => {
  const port = portOf(app.server)
  expect(await call(port, '/')).toMatchObject({ status: 200, connection: 'keep-alive' })
  const slow = call(port, '/slow/')
  const drained = app.drain()
  const { status, body } = await call(port, '/api/health/')
  expect(status).toBe(503)
  expect(JSON.parse(body) as Health).toMatchObject({ ready: false, status: 'stopping', problems: [HEALTH.stopping] })
  expect(await call(port, '/')).toMatchObject({ status: 200, connection: 'close', body: 'home' })
  await drained
  expect(await call(port, '/')).toMatchObject({ status: 200 })
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(call(port, '/')).rejects.toThrow()
  finish.resolve()
  expect(await slow).toMatchObject({ status: 200, body: 'slow' })
  await closed
})
