import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { checkDatabase, startDatabaseCheck } from '#server/health/check-database.ts'
import { diskSpace } from '#server/health/storage-state.ts'
import { createHealthState } from '#server/health/health-state.ts'
import { originalKey } from '#server/storage/keys.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { testOnSqlite } from '../postgres/databases.ts'
import { hideTable } from './raw-sql.ts'
import { useFreshArchive } from './use-archive.ts'

const town = useFreshArchive()

test('health reports database, pictures, disk and version, uncached', async () => {
  const { status, json, headers } = await town.get('/api/health/')
  const { blocks, bsize } = await statfs(town.folder)
  expect(status).toBe(200)
  expect(json).toEqual({
    ready: true,
    status: 'ok',
    version: packageJson.version,
    database: { status: 'ok', kind: town.db.engine.kind },
    media: { status: 'ok' },
    disk: { status: 'ok', free: expect.any(Number), total: blocks * bsize },
    sweep: { status: 'ok' },
    problems: [],
  })
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
})

test.each([
  ['EROFS', 'read-only', HEALTH.readOnly],
  ['EACCES', 'unreadable', HEALTH.unreadable],
  ['EIO', 'unreadable', HEALTH.unreadable],
])('a media folder that fails with %s is %s, without its path', async (code, state, sentence) => {
  vi.spyOn(town.media, 'check').mockRejectedValue(Object.assign(new Error('/srv/secret'), { code }))
  const { status, json, body } = await town.get('/api/health/')
  expect(status).toBe(503)
  expect(json).toMatchObject({ status: 'failed', media: { status: state }, problems: [sentence] })
  expect(String(body)).not.toContain('/srv')
})

test('a wrong or missing disk is unreadable; one lost picture is fine', async () => {
  const media = async () => ((await town.get('/api/health/')).json as Health).media.status
  const { sha256, format } = await town.db.selectFrom('original').selectAll().executeTakeFirstOrThrow()
  await town.media.put(originalKey(sha256, format), new Uint8Array(1))
  expect(await media()).toBe('ok')
  renameSync(join(town.folder, 'media'), join(town.folder, 'unplugged'))
  expect(await media()).toBe('unreadable')
  rmSync(join(town.folder, 'media'), { recursive: true })
  mkdirSync(join(town.folder, 'media'))
  writeFileSync(join(town.folder, 'media/originals'), 'no folder')
  expect(await media()).toBe('unreadable')
})

test('a disk below the configured free space is a warning', async () => {
  const { total, free } = await diskSpace([town.folder], 0)
  expect(await diskSpace([town.folder], (100 * free) / total + 2)).toMatchObject({ status: 'full' })
  expect(await diskSpace([town.folder], (100 * free) / total - 2)).toMatchObject({ status: 'ok' })
  expect(await diskSpace([`${town.folder}/nowhere`], 2)).toEqual({ status: 'failed', free: 0, total: 0 })
})

describe('damaged pages', () => {
  /** Overwrites pages in the middle of a copy of the database. */
  function damagedCopy(): string {
    const file = join(town.folder, `damaged-${randomUUID()}.db`)
    town.db.sqlite.prepare('vacuum into ?').run(file)
    const handle = openSync(file, 'r+')
    const { size } = fstatSync(handle)
    writeSync(handle, Buffer.alloc(size - 8192, 0xa5), 0, size - 8192, 8192)
    closeSync(handle)
    return file
  }

  testOnSqlite('are found by a worker thread', async () => {
    expect(await checkDatabase(town.db.file)).toBeUndefined()
    expect(await checkDatabase(damagedCopy())).toMatch(/./)
    const healthState = createHealthState()
    const said: string[] = []
    const job = startDatabaseCheck(
      { file: damagedCopy(), healthState, log: (sentence) => void said.push(sentence) },
      { first: 1 },
    )
    await expect.poll(() => healthState.current().damaged, { timeout: 10_000 }).toBe(true)
    await job.stop()
    expect(said[0]).toContain('The database is damaged')
  })

  test('show in health after a call fails on them', async () => {
    const corrupt = Object.assign(new Error('database disk image is malformed'), { errcode: 267 })
    vi.spyOn(town.media, 'size').mockRejectedValue(corrupt)
    const { id } = await town.db.selectFrom('scan').select('id').executeTakeFirstOrThrow()
    expect((await town.get(`/api/scan/image/${id}/`)).status).toBe(500)
    const { status, json } = await town.get('/api/health/')
    expect([status, json]).toMatchObject([
      503,
      { status: 'failed', database: { status: 'damaged' }, problems: [HEALTH.damaged] },
    ])
  })
})

test('each problem has a sentence, and a balancer is told whether to send calls', async () => {
  const asked = async () => {
    const { status, json } = await town.get('/api/health/')
    const { ready, problems } = json as Health
    return { status, ready, problems }
  }
  vi.spyOn(town.media, 'check').mockRejectedValue(new Error('refused'))
  expect(await asked()).toEqual({ status: 503, ready: false, problems: [HEALTH.mediaAway] })
  vi.restoreAllMocks()
  await hideTable(town.db, 'item')
  expect(await asked()).toEqual({ status: 503, ready: false, problems: [HEALTH.databaseAway] })
})

test('a store that does not answer does not keep health from it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(town.media, 'check').mockReturnValue(new Promise(() => {}))
  const asked = town.get('/api/health/')
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await asked).toMatchObject({ status: 503, json: { media: { status: 'failed' } } })
})
