import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import type { Steps } from '#release/make-release.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createSite } from '#server/site/site.ts'
import { quickSteps } from '../../release/fake-steps.ts'
import { openTestArchive } from '../fixtures.ts'

let siteFolder: string
let app: FastifyInstance
beforeEach(async () => {
  siteFolder = mkdtempSync(join(tmpdir(), 'lotline-site-'))
  app = Fastify()
  await app.register(createSite(siteFolder))
})
afterEach(async () => {
  await app.close()
  rmSync(siteFolder, { recursive: true, force: true, maxRetries: 10 })
})

const release = (title: string, site = 'https://town.example', replaced: Partial<Steps> = {}) =>
  makeRelease({ siteFolder, api: 'http://api.test', source: 'test', apiBase: '', site }, quickSteps(title, replaced))
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a fresh install without a site answers a friendly page', async () => {
  const answer = await get('/itemview/1/')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(answer.body).toContain('npm run build')
  await release('one')
  expect((await get('/')).statusCode).toBe(200)
})

describe('headers', () => {
  beforeEach(() => release('one'))

  test('a page is asked for again each time, and costs nothing then', async () => {
    const page = await get('/')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    const etag = page.headers.etag as string
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await get('/', { 'if-none-match': `"other", ${etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(etag)
    expect(again.headers['cache-control']).toBe('no-cache')
  })

  test('IIIF documents may be read by viewers at any other site, pages may not', async () => {
    const top = await get('/iiif/collection/top.json', { 'accept-encoding': 'br' })
    expect(top.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
    })
    expect(JSON.parse(brotliDecompressSync(top.rawPayload).toString())).toMatchObject({
      id: 'https://town.example/iiif/collection/top.json',
      type: 'Collection',
    })
    const none = await get('/iiif/item/99/manifest.json')
    expect([none.statusCode, none.headers['access-control-allow-origin']]).toEqual([404, '*'])
    for (const url of ['/', '/iiif/../none', '/none']) {
      expect((await get(url)).headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('files with a hash in their name are kept for ever, a missing one is not', async () => {
    expect((await get('/_astro/one.css')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const missing = await get('/_astro/none.css')
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
  ] as const)('for %s the copy that the build compressed is sent', async (accepted, encoding, decompress) => {
    const plain = await get('/')
    const packed = await get('/', { 'accept-encoding': accepted })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(decompress(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(packed.rawPayload.length).toBe(Number(packed.headers['content-length']))
  })

  test('the policy that the build recorded goes with every answer, also with errors', async () => {
    for (const url of ['/', '/_astro/one.css', '/nowhere/']) {
      const { headers } = await get(url)
      expect(headers['content-security-policy']).toContain("'sha256-abc='")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['strict-transport-security']).toBeDefined()
    }
    await release('two', 'http://localhost:4321')
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined()
  })

  test('HEAD tells the length and sends nothing; other methods are refused', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/' })
    expect(head.statusCode).toBe(200)
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
    const post = await app.inject({ method: 'POST', url: '/' })
    expect(post.statusCode).toBe(405)
  })
})

describe('addresses', () => {
  beforeEach(() => release('one'))
  const title = async (url: string) => {
    const answer = await get(url)
    return [answer.statusCode, /<title>(.*?)<\/title>/.exec(answer.body)?.[1] ?? answer.headers.location]
  }

  test.each([
    ['/', 200, 'one'],
    ['/map/', 200, 'one'],
    ['/itemview/1/', 200, 'The same in each'],
    ['/itemview/1/?from=list', 200, 'The same in each'],
    ['/itemview/4711/', 200, 'Live shell'],
    ['/itemview/0/', 404, 'Not found'],
    ['/itemview/abc/', 404, 'Not found'],
    ['/itemview/1/2/', 404, 'Not found'],
    ['/person-overview/4711/', 404, 'Not found'],
    ['/nowhere', 404, 'Not found'],
    ['/itemview/1', 301, '/itemview/1/'],
    ['/itemview/4711?a=b', 301, '/itemview/4711/?a=b'],
    ['/map', 301, '/map/'],
    ['/itemview/abc', 404, 'Not found'],
  ])('%s: %i %s', async (url, status, shown) => expect(await title(url)).toEqual([status, shown]))

  test.each([
    '/../headers.json',
    '/..%2fheaders.json',
    '/%2e%2e/build-report.json',
    '/itemview/..%5c..%5cheaders.json',
    '/%00',
    '/_headers',
    '/_redirects',
    '/index.html.br',
    '/.env',
    '//town.example/itemview/1',
    '/itemview/%2e%2e/%2e%2e/%2e%2e/outside.txt',
  ])('%s shows nothing that is not a page', async (url) => {
    writeFileSync(join(siteFolder, 'outside.txt'), 'outside')
    const answer = await get(url)
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toMatch(/outside|content-security-policy|builtAt/)
    expect(answer.headers.location).toBeUndefined()
  })
})

test('a new release is seen at once; a page of the old one still finds its styles', async () => {
  await release('one')
  expect((await get('/')).body).toContain('one')
  await release('two')
  expect((await get('/')).body).toContain('two')
  expect((await get('/_astro/one.css')).statusCode).toBe(200)
})

test('words of the search are told from an earlier release while every record of it is there as it was', async () => {
  const search = (words: string, records: Record<string, string>) => async (_: string, folder: string) => {
    for (const name of ['fragment', 'index']) mkdirSync(join(folder, name), { recursive: true })
    for (const [name, text] of Object.entries(records)) writeFileSync(join(folder, 'fragment', name), text)
    writeFileSync(join(folder, 'index', `${words}.pf_index`), words)
    writeFileSync(join(folder, `${words}.pf_meta`), words)
    return 1
  }
  const told = async (words: string) => {
    const files = [`/pagefind/index/${words}.pf_index`, `/pagefind/${words}.pf_meta`]
    return Promise.all(files.map(async (file) => (await get(file)).statusCode))
  }
  await release('one', undefined, { search: search('one', { a: 'mill' }) })
  await release('two', undefined, { search: search('two', { a: 'mill', b: 'quay' }) })
  await release('three', undefined, { search: search('three', { a: 'mill', b: 'quay', c: 'inn' }) })
  for (const words of ['one', 'two', 'three']) expect(await told(words), words).toEqual([200, 200])
  // What was said of `b` is not said any more.
  await release('four', undefined, { search: search('four', { a: 'mill', b: '', c: 'inn' }) })
  for (const words of ['two', 'three']) expect(await told(words), words).toEqual([404, 404])
  await release('five', undefined, { search: search('five', { a: 'mill', b: '' }) })
  for (const words of ['three', 'four']) expect(await told(words), words).toEqual([404, 404])
  expect((await get('/_astro/three.css')).statusCode).toBe(200)
})

test('nothing that is called by a record’s number is looked for in an earlier release: what is withdrawn is gone', async () => {
  const search = (records: string[]) => async (_: string, folder: string) => {
    mkdirSync(join(folder, 'fragment'), { recursive: true })
    for (const each of records) writeFileSync(join(folder, 'fragment', `${each}.pf_fragment`), each)
    return records.length
  }
  await release('one', undefined, { search: search(['1a', '2a']) })
  expect((await get('/pagefind/fragment/2a.pf_fragment')).statusCode).toBe(200)
  await release('two', undefined, { search: search(['1a']) })
  const kept = await get('/pagefind/fragment/1a.pf_fragment')
  expect([kept.statusCode, kept.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect((await get('/pagefind/fragment/2a.pf_fragment')).statusCode).toBe(404)
})

test('beside the API: each keeps its own not-found answer', async () => {
  await release('one')
  const archive = await openTestArchive()
  const config = readConfig({ DATA_DIR: archive.folder })
  const both = await createApp(config, { db: archive.db, media: archive.media, site: createSite(siteFolder) })
  const unknownCall = await both.inject('/api/nowhere/')
  expect(unknownCall.statusCode).toBe(404)
  expect(unknownCall.json()).toEqual({ detail: 'Not found.' })
  expect((await both.inject('/api/item/1/')).statusCode).toBe(200)
  expect((await both.inject('/itemview/1/')).body).toContain('The same in each')
  expect((await both.inject('/nowhere/')).headers['content-type']).toContain('text/html')
  await both.close()
  await archive.close()
})
