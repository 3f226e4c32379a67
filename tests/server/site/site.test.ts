import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createSite } from '#server/site/site.ts'
import { openTestArchive } from '../fixtures.ts'
import { useSite } from './use-site.ts'

const site = useSite()
const { release, get } = site

test('without a site a friendly page is shown', async () => {
  const answer = await get('/itemview/1/')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(answer.body).toContain('npm run build')
  await release('one')
  expect((await get('/')).statusCode).toBe(200)
})

describe('headers', () => {
  beforeEach(() => release('one'))

  test('pages are revalidated with a 304', async () => {
    const page = await get('/')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    })
    const etag = page.headers.etag as string
    expect(etag).toMatch(/^W\/"[^"]+"$/)
    const again = await get('/', { 'if-none-match': `"other", ${etag}` })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(etag)
    expect(again.headers['cache-control']).toBe('no-cache')
  })

  test('unchanged files keep their ETag in the next release', async () => {
    const etags = async () => Promise.all(['/itemview/1/', '/'].map(async (url) => (await get(url)).headers.etag))
    const [same, changed] = await etags()
    await release('two')
    const [sameNow, changedNow] = await etags()
    expect(sameNow).toBe(same)
    expect(changedNow).not.toBe(changed)
  })

  test('ranges work', async () => {
    const whole = await get('/')
    const part = await get('/', { range: 'bytes=10-19' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.body.length}`])
    expect(part.body).toBe(whole.body.slice(10, 20))
  })

  test('a page has the same headers at once and as a stream', async () => {
    for (const encoding of ['', 'br', 'gzip', 'gzip;q=1, br;q=0.5', 'zstd']) {
      const accept = { 'accept-encoding': encoding }
      const [whole, stream] = [await get('/', accept), await get('/', { ...accept, 'if-none-match': '"another"' })]
      expect([whole.statusCode, whole.headers]).toEqual([200, { ...stream.headers, date: whole.headers.date }])
      expect(whole.rawPayload.equals(stream.rawPayload)).toBe(true)
      const head = await site.app.inject({ method: 'HEAD', url: '/', headers: accept })
      expect([head.body, head.headers['content-length']]).toEqual(['', whole.headers['content-length']])
    }
  })

  test('the 404 page is always sent completely', async () => {
    const page = await get('/nowhere/')
    const etag = (await get('/')).headers.etag as string
    for (const [name, value] of [
      ['if-none-match', etag],
      ['if-none-match', '*'],
      ['range', 'bytes=0-3'],
    ] as const) {
      const again = await get('/nowhere/', { [name]: value })
      expect([again.statusCode, again.body]).toEqual([404, page.body])
    }
  })

  test('feeds and Pagefind’s WebAssembly have their media types, compressed or not', async () => {
    const { body, headers } = await get('/feed.xml', { 'accept-encoding': 'identity' })
    expect(body).toContain('<feed')
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const packed = await get('/feed.xml', { 'accept-encoding': 'br' })
    expect(packed.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    await release('two', undefined, {
      search: async (_, folder) => {
        mkdirSync(folder)
        writeFileSync(join(folder, 'wasm.unknown.pagefind'), 'program')
        return 1
      },
    })
    expect((await get('/pagefind/wasm.unknown.pagefind')).headers['content-type']).toBe('application/wasm')
  })

  test('IIIF documents can be read by other sites, pages cannot', async () => {
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

  test('hashed files are cached forever, missing ones are not', async () => {
    expect((await get('/_astro/one.css')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const missing = await get('/_astro/none.css')
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['cache-control']).toBe('no-cache')
  })

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0.5', 'gzip', gunzipSync],
  ] as const)('for %s the precompressed file is sent', async (accepted, encoding, decompress) => {
    const plain = await get('/')
    const packed = await get('/', { 'accept-encoding': accepted })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(decompress(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(packed.rawPayload.length).toBe(Number(packed.headers['content-length']))
  })

  test('scripts, styles and fonts are sent without the policy, which is longer than many of them', async () => {
    const { headers } = await get('/_astro/one.css')
    expect(headers['content-security-policy']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('the recorded policy is sent with every page and error', async () => {
    for (const url of ['/', '/_astro/none.css', '/nowhere/']) {
      const { headers } = await get(url)
      expect(headers['content-security-policy']).toContain("'sha256-15S4FGE7rP6kq/PzA1uIhN3+8zfaO6/TnJp4fMWo7lE='")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['strict-transport-security']).toBeDefined()
    }
    await release('two', 'http://localhost:4321')
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined()
  })

  test('HEAD sends the length without the body; other methods are refused', async () => {
    const head = await site.app.inject({ method: 'HEAD', url: '/' })
    expect(head.statusCode).toBe(200)
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
    const post = await site.app.inject({ method: 'POST', url: '/' })
    expect(post.statusCode).toBe(405)
  })
})

test('beside the API: each keeps its own not-found answer', async () => {
  await release('one')
  const archive = await openTestArchive()
  const config = readConfig({ DATA_DIR: archive.folder })
  const both = await createApp(config, { db: archive.db, media: archive.media, site: createSite(site.folder) })
  const unknownCall = await both.inject('/api/nowhere/')
  expect(unknownCall.statusCode).toBe(404)
  expect(unknownCall.json()).toEqual({ detail: 'Not found.' })
  expect((await both.inject('/api/item/1/')).statusCode).toBe(200)
  expect((await both.inject('/itemview/1/')).body).toContain('The same in each')
  expect((await both.inject('/nowhere/')).headers['content-type']).toContain('text/html')
  await both.close()
  await archive.close()
})
