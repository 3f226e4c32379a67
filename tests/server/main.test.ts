import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/main.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const config = () => readConfig({ PORT: '0', DATA_DIR: folder })

test('listens, answers, and closes everything', async () => {
  const app = await serve(config())
  const { port } = app.server.address() as AddressInfo
  const answer = await fetch(`http://localhost:${port}/api/items/`)
  expect(await answer.json()).toEqual({ count: 0, results: [] })
  await app.close()
  await expect(fetch(`http://localhost:${port}/api/items/`)).rejects.toThrow()
  // The archive is closed too: the write-ahead log is empty.
  expect(readdirSync(folder)).toContain('archive.db')
  expect(readdirSync(folder)).not.toContain('archive.db-wal')
})

test('an occupied port is an error that leaves nothing open', async () => {
  const app = await serve(config())
  const { port } = app.server.address() as AddressInfo
  const other = readConfig({ DATA_DIR: join(folder, 'other') })
  await expect(serve({ ...other, port })).rejects.toThrow(/EADDRINUSE/)
  await app.close()
})

test('the site serves every path outside the API', async () => {
  const app = await serve(config(), {
    site: async (scope) => {
      scope.get('/', async () => 'home')
      scope.setNotFoundHandler(async (_request, reply) => reply.code(404).type('text/html').send('<h1>Lost</h1>'))
    },
  })
  const get = async (url: string) => {
    const { statusCode, body } = await app.inject(url)
    return [statusCode, body]
  }
  expect(await get('/')).toEqual([200, 'home'])
  expect(await get('/nowhere/')).toEqual([404, '<h1>Lost</h1>'])
  expect(await get('/api/nowhere/')).toEqual([404, '{"detail":"Not found."}'])
  expect((await app.inject('/')).headers['content-security-policy']).toBeUndefined()
  await app.close()
})

test('metrics are on a port of their own; one that is in use stops the start with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const withMetrics = { ...config(), metrics: { port, host: '127.0.0.1' } }
  await expect(serve(withMetrics)).rejects.toThrow(`METRICS_PORT ${port} on 127.0.0.1 can't be used (EADDRINUSE).`)
  other.close()
  await once(other, 'close')
  const app = await serve(withMetrics)
  await app.inject('/api/items/')
  const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(await figures()).toContain('_count{method="GET",route="/api/items/",status="200"} 1')
  await app.close()
  await expect(figures()).rejects.toThrow()
})
