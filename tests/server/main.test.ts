import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
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
