import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
afterEach(() => vi.restoreAllMocks())

const reads = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([name, { method }]) => method === 'GET' && !['me', 'tile'].includes(name),
)
const withId = reads.filter(([, { path, who }]) => path.includes(':id') && who === 'anonymous')

test.each(withId)('%s: invalid and unknown ids are not found', async (_, { path }) => {
  for (const id of [
    'x',
    '0',
    '-1',
    '1.5',
    '1e3',
    '99999999999999999999',
    '9007199254740993',
    '%20',
    '12345',
    'null',
    '１',
  ]) {
    const { status, json } = await town.get(path.replace(':id', encodeURI(decodeURI(id))))
    expect([id, status, json]).toEqual([id, 404, { detail: 'Not found.' }])
  }
})

test.each([
  ['/api/items/?page=0', 'page'],
  ['/api/items/?page=-1', 'page'],
  ['/api/items/?page_size=101', 'page_size'],
  ['/api/items/?page_size=1e1', 'page_size'],
  ['/api/items/?location=mill', 'location'],
  ['/api/items/?people_or=1,x', 'people_or'],
  ['/api/items/?people_and=1;drop', 'people_and'],
  ['/api/items/?date=1890', 'date'],
  ['/api/items/?date=1901000018900000', 'date'],
  ['/api/items/?type=painting', 'type'],
  ['/api/items/?visibility=secret', 'visibility'],
  ['/api/lots/?search=mill', 'search'],
  ['/api/people/relationships/?relationship_type=sibling', 'relationship_type'],
  ['/api/scan/image/1/?width=wide', 'width'],
  ['/api/scan/image/1/?format=tiff', 'format'],
])('%s is 400 and names the field %s', async (url, field) => {
  const { status, json } = await town.get(url)
  expect(status).toBe(400)
  expect(json).toEqual({ [field]: [expect.any(String)] })
})

test('reports all invalid fields together', async () => {
  expect(Object.keys((await town.get('/api/items/?page=x&type=y')).json).sort()).toEqual(['page', 'type'])
})

test.each([
  '?unknown=1',
  '?__proto__=1',
  '?constructor[x]=1',
  '?search=',
  '?people_or=',
  '?type=&page=',
  '?&&=&',
  '?page=1&page=2',
])('GET /api/items/%s is valid', async (query) => {
  expect((await town.get(`/api/items/${query}`)).status).toBe(200)
})

test.each([
  '/api/items/?search=%zz',
  '/api/items/?search=%ff',
  '/api/items/?search=a%00b',
  '/api/item/%ff/',
  '/api/item/%/',
  '/api/item/1%00/',
])('%s is an invalid address', async (url) => {
  const { status, json } = await town.get(url)
  expect([status, json]).toEqual([400, { detail: "The server can't read this address." }])
})

describe('paths', () => {
  test.each([
    ['/api/items?page=2', '/api/items/?page=2'],
    ['/api/item/1', '/api/item/1/'],
    ['/api/people/images/1?width=320', '/api/people/images/1/?width=320'],
    ['/api/items?next=//evil.example/', '/api/items/?next=//evil.example/'],
  ])('GET %s redirects to %s', async (url, to) => {
    const { status, headers } = await town.get(url)
    expect([status, headers.location]).toEqual([301, to])
  })
  test('redirects ignore the host in an absolute request line', async () => {
    await town.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = town.app.server.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: 'http://evil.example/api/items?page=2' })
    const [{ statusCode, headers }] = (await once(request, 'response')) as [IncomingMessage]
    request.destroy()
    expect([statusCode, headers.location]).toEqual([301, '/api/items/?page=2'])
  })
  test('a write is redirected with its body', async () => {
    const { statusCode, headers } = await town.app.inject({ method: 'POST', url: '/api/people', payload: { a: 1 } })
    expect([statusCode, headers.location]).toEqual([308, '/api/people/'])
  })
  test.each(['/api/', '/api/nothing/', '/auth/nothing/', '/raster/nothing', '/elsewhere'])(
    '%s is not found',
    async (url) => {
      const { status, json } = await town.get(url)
      expect([status, json]).toEqual([404, { detail: 'Not found.' }])
    },
  )
  test.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const)('%s is not allowed', async (method) => {
    const answer = await town.app.inject({ method, url: '/api/items/' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
    expect(answer.json()).toEqual({ detail: `Method "${method}" not allowed.` })
  })
  test('a wrong method is refused before its body is read', async () => {
    const answer = await town.app.inject({
      method: 'POST',
      url: '/api/items/',
      headers: { 'content-type': 'x/y' },
      payload: '{',
    })
    expect(answer.statusCode).toBe(405)
  })
})

test('internal errors reveal nothing', async () => {
  vi.spyOn(JSON, 'parse').mockImplementation(() => {
    throw new Error('secret detail')
  })
  const { status, body } = await town.get('/api/person/1/')
  vi.restoreAllMocks()
  expect([status, JSON.parse(body.toString())]).toEqual([500, { detail: 'A server error occurred.' }])
})
