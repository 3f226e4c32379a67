import { afterEach, expect, test } from 'vitest'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive, TestAccount } from '../fixtures.ts'

let town: TestArchive
afterEach(() => town.close())
const open = async (account: number, address: number) => {
  town = await openTestArchive({}, { writeLimits: { account, address, seconds: 600 } })
}
const write = async (as: TestAccount | undefined, address: string, headers = {}) =>
  town.app.inject({
    method: 'POST',
    url: '/api/subjects/',
    payload: {},
    remoteAddress: address,
    headers: { ...(as && (await town.signIn(as))), ...headers },
  })

test('writes are limited per account; other accounts and reads are not affected', async () => {
  await open(3, 100)
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    expect((await write('volunteer', address)).statusCode).not.toBe(429)
  }
  const refused = await write('volunteer', '192.0.2.4')
  expect(refused.statusCode).toBe(429)
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(600)
  expect(refused.json()).toEqual({ detail: `Request was throttled. Expected available in ${wait} seconds.` })
  expect((await write('otherVolunteer', '192.0.2.1')).statusCode).not.toBe(429)
  expect((await town.get('/api/items/', await town.signIn('volunteer'))).status).toBe(200)
})

test('writes are limited per address, before authentication', async () => {
  await open(100, 3)
  await write('volunteer', '192.0.2.1')
  await write(undefined, '192.0.2.1')
  expect((await write(undefined, '192.0.2.1', { authorization: 'JWT a.b.c' })).statusCode).toBe(401)
  for (const as of ['volunteer', 'staff', undefined] as const)
    expect((await write(as, '192.0.2.1')).statusCode).toBe(429)
  expect((await write(undefined, '192.0.2.1', { authorization: 'JWT a.b.c' })).statusCode).toBe(429)
  expect((await write('volunteer', '192.0.2.2')).statusCode).not.toBe(429)
  // The header is only trusted from a proxy on this machine.
  expect((await write('volunteer', '192.0.2.1', { 'x-forwarded-for': '192.0.2.9' })).statusCode).toBe(429)
  expect((await write('volunteer', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(429)
  expect((await write('volunteer', '127.0.0.1', { 'x-forwarded-for': '192.0.2.9' })).statusCode).not.toBe(429)
})

test('uploading 300 scans twice stays below the limit', async () => {
  town = await openTestArchive({})
  const headers = await town.signIn('volunteer')
  const send = () => town.app.inject({ method: 'POST', url: '/auth/jwt/verify/', payload: { token: 'x' }, headers })
  for (let sent = 0; sent < 600; sent += 4) {
    for (const { statusCode } of await Promise.all([send(), send(), send(), send()])) expect(statusCode).not.toBe(429)
  }
})
