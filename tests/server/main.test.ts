import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { serve } from '#server/main.ts'
import { freshFolder } from './bundle/fresh-archive.ts'

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

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
  expect((await app.inject('/metrics')).statusCode).toBe(404)
  expect(await figures()).toContain('_count{method="GET",route="/api/items/",status="200"} 1')
  await app.close()
  await expect(figures()).rejects.toThrow()
})
