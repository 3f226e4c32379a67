import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { openDatabase } from '#server/database/open.ts'
import { openTestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { hideTable } from '../raw-sql.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(() =>
  openTestArchive({
    ...SMALL_TOWN,
    subject: Array.from({ length: 200 }, (_, id) => ({ id: id + 1, subject_name: `Subject number ${id + 1}` })),
  }),
)

const kept = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([name, { method, response, who }]) =>
    // Pictures and tiles have their own tests.
    method === 'GET' && who === 'anonymous' && typeof response !== 'string' && name !== 'health',
)

describe('ETags', () => {
  test.each(kept)('%s has a strong one, and If-None-Match gets a 304', async (_, { path }) => {
    const url = fillPath(path, { id: 1 })
    const first = await town.get(url)
    expect(first.headers.etag).toMatch(/^"[\w.-]+"$/)
    expect(first.headers['cache-control']).toBe('public, no-cache')
    const second = await town.get(url, { 'if-none-match': `W/"other", ${first.headers.etag as string}` })
    expect([second.status, second.body.length, second.headers.etag]).toEqual([304, 0, first.headers.etag])
  })

  test('differ by address and by encoding', async () => {
    const tag = async (url: string, encoding = 'identity') =>
      (await town.get(url, { 'accept-encoding': encoding })).headers.etag
    const tags = await Promise.all([
      tag('/api/subjects/'),
      tag('/api/subjects/?search=number'),
      tag('/api/subjects/', 'br'),
      tag('/api/subjects/', 'gzip'),
    ])
    expect(new Set(tags).size).toBe(4)
  })

  test.each([
    ['?search=number', '?utm_source=letter&search=number&fbclid=1', '?search=number&search_=x', '?search=+number&x='],
    ['', '?', '?search=', '?anything=1&anything=2', '?page=9'],
  ])('%s ignores unknown parameters', async (...queries) => {
    const own = await openTestArchive()
    const answers = []
    for (const query of queries) answers.push(await own.get(`/api/subjects/${query}`))
    // The second reads nothing: the rows are gone.
    await hideTable(own.db, 'subject')
    for (const query of queries) expect((await own.get(`/api/subjects/${query}`)).status).toBe(200)
    expect((await own.get('/api/subjects/?search=another')).status).toBe(500)
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    await own.close()
  })

  test('a 304 needs no query', async () => {
    const own = await openTestArchive()
    const { headers } = await own.get('/api/people/')
    await hideTable(own.db, 'person')
    expect((await own.get('/api/people/?search=a')).status).toBe(500)
    expect((await own.get('/api/people/', { 'if-none-match': headers.etag as string })).status).toBe(304)
    expect((await own.get('/api/people/')).status).toBe(200)
    await own.close()
  })

  test('a change by another process invalidates them and the cache', async () => {
    const before = await town.get('/api/collection/1/')
    const other = await openDatabase(town.db.engine.address)
    await other.updateTable('collection').set({ collection_name: 'New name' }).where('id', '=', 1).execute()
    const after = await town.get('/api/collection/1/', { 'if-none-match': before.headers.etag as string })
    expect(after.status).toBe(200)
    expect(after.json).toMatchObject({ collection_name: 'New name' })
    await other.destroy()
  })

  test('uncommitted changes do not count', async () => {
    const counter = async () => ((await town.get('/api/changes/')).json as { counter: number }).counter
    const before = await counter()
    await town.db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('collection').set({ collection_name: 'Never' }).where('id', '=', 1).execute()
        expect(await counter()).toBe(before)
        expect((await town.get('/api/collection/1/')).json).not.toMatchObject({ collection_name: 'Never' })
        throw new Error('Taken back.')
      })
      .catch(() => undefined)
    expect(await counter()).toBe(before)
    await town.db.updateTable('collection').set({ collection_name: 'Now' }).where('id', '=', 1).execute()
    expect(await counter()).toBeGreaterThan(before)
  })

  test('errors have none', async () => {
    const { headers, status } = await town.get('/api/items/?page=x')
    expect([status, headers.etag, headers['cache-control']]).toEqual([400, undefined, 'no-store'])
  })
})

describe('compression', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['br;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['nonsense;;q=,', undefined],
  ])('Accept-Encoding %s is answered with %s, also from the cache', async (header, expected) => {
    const plain = (await town.get('/api/subjects/')).body.toString()
    for (let time = 0; time < 2; time++) {
      const { headers, body } = await town.get('/api/subjects/', { 'accept-encoding': header })
      expect(headers['content-encoding']).toBe(expected)
      // Logged-in users see their own drafts.
      expect(headers.vary).toBe('Authorization, Accept-Encoding')
      expect(Number(headers['content-length'])).toBe(body.length)
      const read = expected === 'br' ? brotliDecompressSync(body) : expected === 'gzip' ? gunzipSync(body) : body
      expect(read.toString()).toBe(plain)
    }
  })

  test('small responses are not compressed', async () => {
    expect((await town.get('/api/changes/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  })
})

test('HEAD has the headers of GET without the body', async () => {
  const get = await town.get('/api/items/')
  for (let time = 0; time < 2; time++) {
    const head = await town.app.inject({ method: 'HEAD', url: '/api/items/' })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload.length).toBe(0)
    expect(head.headers.etag).toBe(get.headers.etag)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  }
})
