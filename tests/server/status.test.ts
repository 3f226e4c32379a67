import { statfs } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { openTestArchive } from './fixtures.ts'
import type { TestArchive } from './fixtures.ts'

let town: TestArchive
beforeEach(async () => {
  town = await openTestArchive()
})
afterEach(() => town.close())

test('health tells of the database, the pictures, the disk and the version, and is never kept', async () => {
  const { status, json, headers } = await town.get('/api/health/')
  const { blocks, bsize } = await statfs(town.folder)
  expect(status).toBe(200)
  expect(json).toEqual({
    status: 'ok',
    version: packageJson.version,
    database: { status: 'ok', kind: 'sqlite' },
    media: { status: 'ok' },
    disk: { status: 'ok', free: expect.any(Number), total: blocks * bsize },
  })
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
})

test('pictures that cannot be written are a failure', async () => {
  vi.spyOn(town.media, 'check').mockRejectedValue(new Error('No room.'))
  const { status, json } = await town.get('/api/health/')
  expect([status, json]).toEqual([503, expect.objectContaining({ status: 'failed', media: { status: 'failed' } })])
})

test('a database that cannot be read is a failure', async () => {
  await town.db.schema.dropTable('scan').execute()
  await town.db.schema.dropTable('item').execute()
  const { status, json } = await town.get('/api/health/')
  expect(status).toBe(503)
  expect(json).toMatchObject({ status: 'failed', database: { status: 'failed' }, media: { status: 'ok' } })
})
