import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import { createSite } from '#server/site/site.ts'
import { fields, form, image } from '../server/scans/uploads/forms.ts'
import { quickSteps } from '../release/fake-steps.ts'
import { openTestArchive, type TestArchive } from '../server/fixtures.ts'
import { deskOf } from '../server/records/desk.ts'
import { runExample, WEB_SERVERS } from './web-servers.ts'

let folder: string
let town: TestArchive
/** Methods and paths of the calls that reached Lotline. */
const reached: string[] = []
let own: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-hosting-'))
  const site = join(folder, 'site')
  for (const title of ['before', 'home']) await release(site, title)
  town = await openTestArchive(undefined, {
    site: createSite(site),
    observe: (app) => void app.addHook('onRequest', async ({ method, url }) => void reached.push(`${method} ${url}`)),
  })
  const old_url = '/items/show/1\n/document.php?id=1&lang=en'
  await deskOf(() => town).change('items', 1, { old_url })
  await town.app.listen({ port: 0, host: '127.0.0.1' })
  own = `http://127.0.0.1:${(town.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await town.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** A site with a file of each kind. */
async function release(siteFolder: string, title: string) {
  const steps = quickSteps(title)
  const place = { siteFolder, api: 'http://api.test', source: 'test', apiBase: '', site: 'https://town.example' }
  await makeRelease(place, {
    ...steps,
    async pages(input) {
      const built = await steps.pages(input)
      const write = (path: string, text: string) => {
        mkdirSync(join(input.folder, path, '..'), { recursive: true })
        writeFileSync(join(input.folder, path), text)
      }
      for (const shell of [
        'person-overview',
        'org-overview',
        'zone-overview',
        'activate',
        'password/reset/confirm',
        'map',
        'about',
      ])
        write(`${shell}/index.html`, `<!doctype html><title>${shell}</title>${'<p>A page.</p>'.repeat(99)}`)
      write(`_astro/${title}.js`, `export const words = '${'word '.repeat(999)}'`)
      write('data/streets.json', JSON.stringify({ streets: Array(500).fill('Mill Lane') }))
      write('data/first-view/home.json', '{}')
      write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
      return built
    },
    async search(snapshot, to, onProgress) {
      const built = await steps.search(snapshot, to, onProgress)
      mkdirSync(join(to, 'index'))
      for (const file of ['index/home.pf_index', 'pagefind.home.pf_meta', 'wasm.unknown.pagefind'])
        writeFileSync(join(to, file), 'words')
      return built
    },
  })
}

/** What must be the same wherever a site is served from. */
const HEADERS = [
  'access-control-allow-origin',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'location',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
]
type Headers = Record<string, string>
interface Asked {
  method?: string
  headers?: Headers
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
/** What means the same. */
const sameType = (value: string) =>
  value
    .replace('application/javascript', 'text/javascript')
    .replace('text/xml', 'application/xml')
    // JSON is always UTF-8.
    .replace('application/json; charset=utf-8', 'application/json')

async function ask(base: string, path: string, { method = 'GET', headers: sent = {} }: Asked = {}) {
  const call = request(`${base}${path}`, { method, headers: sent, agent: false }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const decode = method === 'HEAD' ? undefined : DECODERS[answer.headers['content-encoding'] ?? '']
  const told = HEADERS.flatMap((name) => {
    const value = answer.headers[name]
    return value === undefined ? [] : [[name, sameType(String(value))]]
  })
  const headers = Object.fromEntries(told) as Headers
  const { statusCode: status = 0 } = answer
  // Each has a page of its own for redirects and impossible ranges: nobody reads it, and how long it is kept does not matter.
  if ((status >= 300 && status < 400) || status === 416) {
    const { location, 'content-range': range } = headers
    // Permanent either way, and nothing after the question mark is nothing.
    const same = { status: status === 308 ? 301 : status, headers: { location: location?.replace(/\?$/, ''), range } }
    return { ...same, body: '', etag: answer.headers.etag }
  }
  return { status, headers, body: String(decode?.(bytes) ?? bytes), etag: answer.headers.etag }
}

/** Addresses that static files answer, and those that go on to the API. */
const ADDRESSES: [what: string, path: string, asked?: Asked][] = [
  ['home', '/'],
  ['home, compressed', '/', { headers: { 'accept-encoding': 'gzip' } }],
  ['home, its length', '/', { method: 'HEAD' }],
  ['an item', '/itemview/1/'],
  ['an item with a query', '/itemview/1/?from=feed'],
  ['an item without its slash', '/itemview/1?from=feed'],
  ['a page without its slash', '/about'],
  ['an item that was published after the build', '/itemview/999/'],
  ['a page of such an item', '/itemview/999/page/7/'],
  ['a page of such an item without its slash', '/itemview/999/page/7?q=oats'],
  ['a person that was published after the build', '/person-overview/7/'],
  ['the old address of a shell', '/zone-overview/12'],
  ['no id', '/itemview/abc/'],
  ['a map with its own page', '/map/'],
  ['a page that is not there', '/nowhere/'],
  ['an address of an earlier website', '/items/show/1'],
  ['such an address with a slash', '/items/show/1/'],
  ['such an address with a query', '/document.php?id=1&lang=en'],
  ['such an address of what was withdrawn', '/items/show/2'],
  ['a file that is not there', '/data/none.json'],
  ['an activation link', '/activate/MQ/a-secret-token/'],
  ['a reset link', '/password/reset/confirm/MQ/a-secret-token'],
  ['a hashed script', '/_astro/home.js', { headers: { 'accept-encoding': 'gzip' } }],
  ['a hashed style', '/_astro/home.css'],
  ['a hashed style of the release before', '/_astro/before.css'],
  ['a hashed file that never was', '/_astro/never.css'],
  ['words of the search', '/pagefind/index/home.pf_index'],
  ['the head of the search', '/pagefind/pagefind.home.pf_meta'],
  ['the program of the search', '/pagefind/wasm.unknown.pagefind'],
  ['data', '/data/streets.json', { headers: { 'accept-encoding': 'gzip' } }],
  ['data by content', '/data/first-view/home.json'],
  ['the feed', '/feed.xml', { headers: { 'accept-encoding': 'gzip' } }],
  ['a picture', '/favicon.svg'],
  ['a IIIF document', '/iiif/collection/top.json'],
  ['a IIIF document that is not there', '/iiif/item/99/manifest.json'],
  ['a table of the dump', '/dump/items.csv'],
  ['lines of the dump', '/dump/items.jsonl'],
  ['the data package', '/dump/datapackage.json'],
  ['a file that the dump does not have', '/dump/stories.csv'],
  ['an answer for catalogues', '/oai?verb=ListSets'],
  ['a compressed copy', '/index.html.gz'],
  ['rules for other hosts', '/_headers'],
  ['a hidden file', '/.env'],
  ['a part of a page', '/about/', { headers: { range: 'bytes=20-39' } }],
  ['a part past the end', '/about/', { headers: { range: 'bytes=999999-' } }],
  ['a list of the API', '/api/items/'],
  ['a record of the API', '/api/item/1/'],
  ['a record that is not there', '/api/item/9999/'],
  ['a call for accounts only', '/auth/users/me/'],
  ['a bad token', '/api/items/', { headers: { authorization: 'JWT x.y.z' } }],
  ['an address of the API that is not there', '/api/nowhere/'],
  ['a write without an account', '/api/subjects/', { method: 'POST', headers: { 'content-type': 'application/json' } }],
]

describe.each(['nginx', 'Caddy'] as const)('the example for %s', (name) => {
  const { version } = WEB_SERVERS[name]
  const tested = test.skipIf(version === undefined)
  let server: Awaited<ReturnType<typeof runExample>> | undefined
  const files = () => join(folder, name)
  beforeAll(async () => {
    if (version === undefined) return
    const api = Number(new URL(own).port)
    server = await runExample(name, { folder: files(), site: join(folder, 'site'), api })
  })
  afterAll(() => server?.stop())

  tested.each(ADDRESSES)('answers as Lotline does: %s', async (_, path, asked) => {
    const { etag: _own, ...expected } = await ask(own, path, asked)
    const { etag: _theirs, ...answer } = await ask(server!.base, path, asked)
    expect(answer).toEqual(expected)
  })

  tested('keeps pages fresh by ETag', async () => {
    for (const path of ['/about/', '/api/items/']) {
      const { etag } = await ask(server!.base, path)
      expect(await ask(server!.base, path, { headers: { 'if-none-match': etag! } }), path).toMatchObject({
        status: 304,
        body: '',
      })
    }
  })

  tested('passes uploads on, while they arrive', async () => {
    const staff = await town.signIn('staff')
    const post = (at: string, headers: Record<string, string | number>) =>
      request(`${server!.base}/api/scans/create/?at=${at}`, {
        method: 'POST',
        agent: false,
        headers: { ...staff, ...headers },
      })
    const large = { width: 2000, height: 1500, channels: 3 } as const
    const scan = await sharp(randomBytes(9_000_000), { raw: large }).png({ compressionLevel: 0 }).toBuffer()
    const { payload, headers } = form([...fields({ item: 1 }), image(scan)])
    const whole = post('whole', { ...headers, 'content-length': payload.length }).end(payload)
    const [{ statusCode }] = (await once(whole, 'response')) as [IncomingMessage]
    expect(statusCode).toBe(201)

    const running = post(name, { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 500_000_000 })
    running.on('error', () => {}).write('--x\r\n')
    await expect.poll(() => reached).toContain(`POST /api/scans/create/?at=${name}`)
    running.destroy()
  })

  tested('tells Lotline who asks, and logs no secret link', async () => {
    await ask(server!.base, '/activate/MQ/a-secret-token/')
    await ask(server!.base, '/about/')
    await expect.poll(() => readFileSync(join(files(), 'access.log'), 'utf8')).toContain('/about/')
    expect(readFileSync(join(files(), 'access.log'), 'utf8')).not.toContain('a-secret-token')
  })
})
