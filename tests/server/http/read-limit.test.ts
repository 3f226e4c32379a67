import { afterEach, expect, test, vi } from 'vitest'
import { LIST_WORK } from '#contract/limits.ts'
import { readConfig } from '#server/config.ts'
import { PostgresEngine } from '#server/database/dialects/postgres.ts'
import { SqliteEngine } from '#server/database/dialects/sqlite.ts'
import { clientAddress, clientNetworks } from '#server/limits/client-address.ts'
import { createReadLimit } from '#server/http/call-limits.ts'
import { startOwnApi } from '../../../scripts/build-site/own-api.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

let town: TestArchive | undefined
afterEach(() => town?.close())
const search = (words: string, remoteAddress: string, headers = {}) =>
  town!.app.inject({ url: `/api/items/?search=${words}`, remoteAddress, headers })

test('a network that has used up its share gets 429; others, single records and 304s are not affected', async () => {
  town = await openTestArchive(undefined, { readLimits: { address: 1, network: 100, seconds: 600, pause: 50 } })
  expect((await search('mill', '192.0.2.1')).statusCode).toBe(200)
  // What a read has cost is counted after its answer; one that was asked before comes from the cache.
  let asked = 0
  await expect.poll(async () => (await search(`word${asked++}`, '192.0.2.1')).statusCode).toBe(429)
  const began = performance.now()
  const refused = await search('house', '192.0.2.1')
  expect(refused.statusCode).toBe(429)
  expect(performance.now() - began).toBeGreaterThanOrEqual(45)
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(600)
  expect(refused.json()).toEqual({ detail: `Request was throttled. Expected available in ${wait} seconds.` })
  expect((await search('mill', '192.0.2.1')).statusCode).toBe(200)
  expect((await town.app.inject({ url: '/api/item/1/', remoteAddress: '192.0.2.1' })).statusCode).toBe(200)
  expect((await search('house', '192.0.2.2')).statusCode).toBe(200)
  // The header is only trusted from a proxy on this machine.
  expect((await search('river', '192.0.2.1', { 'x-forwarded-for': '192.0.2.9' })).statusCode).toBe(429)
  expect((await search('river', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(429)
  expect((await search('river', '127.0.0.1', { 'x-forwarded-for': '192.0.2.9' })).statusCode).toBe(200)
})

test('IPv6 is counted per /64 and per /48', async () => {
  expect(clientNetworks('2001:db8:1:2:3:4:5:6')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48'])
  expect(clientNetworks('::1')).toEqual(['0:0:0:0::/64', '0:0:0::/48'])
  expect(clientNetworks('::ffff:192.0.2.1')).toEqual(['192.0.2.1'])
  expect(clientNetworks('192.0.2.1')).toEqual([clientAddress('192.0.2.1')])
  const limit = createReadLimit({ address: 10, network: 25, seconds: 600, pause: 0 })
  const allowed = (ip: string) =>
    limit.check(ip).then(
      () => true,
      () => false,
    )
  await limit.charge('2001:db8:1:1::1', 10)
  expect(await allowed('2001:db8:1:1::ffff')).toBe(false)
  expect(await allowed('2001:db8:1:2::1')).toBe(true)
  await limit.charge('2001:db8:1:2::1', 15)
  expect(await allowed('2001:db8:1:3::1')).toBe(false)
  expect(await allowed('2001:db8:2:3::1')).toBe(true)
})

test('a classroom stays below the limit', async () => {
  town = await openTestArchive(undefined, { readLimits: { ...LIST_WORK, pause: 0 } })
  for (let asked = 0; asked < 300; asked++) {
    expect((await search(`word${asked}`, '192.0.2.1')).statusCode).toBe(200)
  }
})

test('the archive’s own build has no limit', async () => {
  const folder = await freshFolder()
  const made = [SqliteEngine, PostgresEngine].map(({ prototype }) => vi.spyOn(prototype, 'createLimiter'))
  const names = () => made.flatMap((limiter) => limiter.mock.calls.map(([{ name }]) => name))
  town = await openTestArchive()
  expect(names()).toContain('read-address')
  for (const limiter of made) limiter.mockClear()
  const api = await startOwnApi(readConfig({ DATA_DIR: folder }))
  try {
    expect((await fetch(`${api.address}/api/items/?search=mill`)).status).toBe(200)
    expect(names()).toContain('write-address')
    expect(names()).not.toContain('read-address')
  } finally {
    for (const limiter of made) limiter.mockRestore()
    await api.close()
  }
})
