import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'

const SITE = 'https://archive.example.org'
let alone: TestArchive
let apart: TestArchive
beforeAll(async () => {
  alone = await openTestArchive()
  apart = await openTestArchive(undefined, { environment: { SITE_URL: `${SITE}/` } })
})
afterAll(() => Promise.all([alone.close(), apart.close()]))

const paths = [
  ...new Set(
    Object.values(endpoints as Record<string, Endpoint>).map(({ path }) =>
      fillPath(path, { id: 1, kind: 'items', layer: 1, folder: 0, name: '1.webp', z: 1, x: 1, y: 1 }),
    ),
  ),
]
const preflight = {
  origin: SITE,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization',
}
const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'))

test.each([...paths, '/api/nothing/', '/api/items'])('%s: pages of the site are allowed', async (url) => {
  const { statusCode, headers, body } = await apart.app.inject({ method: 'OPTIONS', url, headers: preflight })
  expect([statusCode, body]).toEqual([204, ''])
  expect(headers).toMatchObject({
    'access-control-allow-origin': SITE,
    'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, Idempotency-Key',
  })
  expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0)
  expect(headers['access-control-allow-credentials']).toBeUndefined()
})

test('no other origin is allowed, and none without SITE_URL', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://archive.example.org.evil.example',
    'http://archive.example.org',
  ]) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await apart.app.inject({ method, url: '/api/items/', headers: { ...preflight, origin } })
      expect(headers['access-control-allow-origin']).toBe(SITE)
      const own = await alone.app.inject({ method, url: '/api/items/', headers: { ...preflight, origin } })
      expect(corsOf(own.headers)).toEqual([])
    }
  }
  expect((await alone.app.inject({ method: 'OPTIONS', url: '/api/items/', headers: preflight })).statusCode).toBe(405)
})

test('OPTIONS without a preflight is not allowed', async () => {
  expect((await apart.app.inject({ method: 'OPTIONS', url: '/api/items/' })).statusCode).toBe(405)
  expect(
    (await apart.app.inject({ method: 'OPTIONS', url: '/api/items/', headers: { origin: SITE } })).statusCode,
  ).toBe(405)
})

test.each([
  ['/api/items/', {}, 200],
  ['/api/scan/image/1/?width=320', {}, 200],
  ['/api/items/?page=x', {}, 400],
  ['/api/items/', { authorization: 'JWT x' }, 401],
  ['/api/nothing/', {}, 404],
  ['/api/items/?search=%00', {}, 400],
])('%s %o answers %d with every header', async (url, headers, status) => {
  const answer = await apart.get(url, headers)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'strict-transport-security': 'max-age=31536000',
    'access-control-allow-origin': SITE,
    'access-control-expose-headers': 'ETag, Link, Location, Retry-After, X-Request-Id',
  })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect((await alone.get(url, headers)).headers['strict-transport-security']).toBeUndefined()
})

test('every response has its own request id, which callers cannot choose', async () => {
  const ids = new Set<unknown>()
  for (const url of ['/api/items/', '/api/items/', '/elsewhere', '/%zz', '/api/nothing/']) {
    ids.add((await alone.get(url, { 'x-request-id': 'mine', 'request-id': 'mine' })).headers['x-request-id'])
  }
  const { headers } = await alone.get('/api/items/')
  ids.add((await alone.get('/api/items/', { 'if-none-match': headers.etag as string })).headers['x-request-id'])
  expect(ids.size).toBe(6)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
})
