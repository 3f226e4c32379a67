import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { PictureRefused } from '#server/scans/picture-refused.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { pyramidKey } from '#server/storage/picture-keys.ts'
import { openTestArchive } from './fixtures.ts'
import type { TestArchive } from './fixtures.ts'
import { checkInformation } from '../rules/media/iiif-checks.ts'
import { PICTURE_VERSION as VERSION } from './walk/sample-calls.ts'

const SITE = 'https://archive.example'
const service = imageService('', 1, VERSION)
let town: TestArchive
let told: string[]
beforeAll(async () => {
  told = []
  const log = { write: (line: string) => void (JSON.parse(line).level >= 50 && told.push(line)) }
  town = await openTestArchive(undefined, { environment: { SITE_URL: SITE }, log })
})
afterAll(() => town.close())

describe('info.json', () => {
  test('lists the available tiles, and all exist', async () => {
    const { status, headers, json } = await town.get(`${service}/info.json`)
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect([headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
      '*',
      'public, max-age=31536000, immutable',
    ])
    const information = checkInformation(json)
    expect(information).toMatchObject({
      id: `${SITE}${service}`,
      width: 600,
      height: 400,
    })
    for (const { width, height } of information.sizes) {
      const picture = await town.get(`${service}/full/${width},${height}/0/default.jpg`)
      expect(await sharp(picture.body).metadata()).toMatchObject({ format: 'jpeg', width, height })
    }
    const { body } = await town.get(`${service}/full/max/0/default.jpg`)
    expect(await sharp(body).metadata()).toMatchObject({ width: 600, height: 400 })
  })

  test('is linked data if requested', async () => {
    const { headers } = await town.get(`${service}/info.json`, { accept: 'application/ld+json' })
    expect(headers['content-type']).toMatch(
      /^application\/ld\+json; ?profile="http:\/\/iiif\.io\/api\/image\/3\/context\.json"$/,
    )
    expect(headers.vary).toContain('Accept')
  })

  test('uses the request’s address if none is configured', async () => {
    const other = await openTestArchive()
    const { json } = await other.get(`${service}/info.json`, { host: 'old.example:8080' })
    expect(json).toMatchObject({ id: `http://old.example:8080${service}` })
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'evil' }
    const again = await other.get(`${service}/info.json`, { host: 'old.example:8080', ...forwarded })
    expect(again.json).toEqual(json)
    await other.close()
  })
})

describe('the address of a service itself', () => {
  test.each([service, `${service}?a=//evil.example/`, imageService('', 901, VERSION), imageService('', 999, 'x')])(
    '%s leads to its description (Image API 3 §2), whoever asks',
    async (url) => {
      const { status, headers } = await town.get(url)
      const [path] = url.split('?')
      expect([status, headers.location]).toEqual([303, `${path}/info.json`])
      expect(headers['access-control-allow-origin']).toBe('*')
      const head = await town.app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.headers.location]).toEqual([303, `${path}/info.json`])
    },
  )
  test('refuses writes', async () => {
    const { statusCode, headers } = await town.app.inject({ method: 'POST', url: service })
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

test.each([
  [`${imageService('', 999, VERSION)}/info.json`, 404],
  [`${imageService('', 901, VERSION)}/info.json`, 404],
  [`${service}/full/max/90/default.jpg`, 404],
  [`${service}/nothing/at/all`, 404],
])('viewers on other sites can read the error for no %s', async (url, expected) => {
  const { status, headers } = await town.get(url)
  expect([status, headers['access-control-allow-origin']]).toEqual([expected, '*'])
  expect(String(headers['cache-control'])).not.toContain('immutable')
})

test('a tile is made on the first request, once, and cached forever', async () => {
  const asked = ['0,0,512,400/512,400', '512,0,88,400/88,400', 'full/300,200', '0,0,512,400/512,400']
  const answers = await Promise.all(asked.map((each) => town.get(`${service}/${each}/0/default.jpg`)))
  const sizes = await Promise.all(answers.map(async ({ body }) => sharp(body).metadata()))
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [512, 400],
    [88, 400],
    [300, 200],
    [512, 400],
  ])
  const [{ headers }] = answers as [(typeof answers)[number]]
  expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'access-control-allow-origin': '*' })
  expect(headers['cache-control']).toContain('immutable')
  expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(3)
  expect(readdirSync(`${town.folder}/media/${pyramidKey(VERSION)}`.replace(/\/[^/]*$/, ''))).toContain('tiles.pmtiles')
  const again = await town.get(`${service}/${asked[0]}/0/default.jpg`, { 'if-none-match': headers.etag as string })
  expect([again.status, again.body.length]).toEqual([304, 0])
  const head = await town.app.inject({ method: 'HEAD', url: `${service}/${asked[0]}/0/default.jpg` })
  expect([head.statusCode, head.rawPayload.length, Number(head.headers['content-length']) > 100]).toEqual([
    200,
    0,
    true,
  ])
})

test('a damaged tile file is logged and recreated', async () => {
  const address = `${service}/full/300,200/0/default.jpg`
  const { body } = await town.get(address)
  const key = pyramidKey(VERSION)
  await town.media.remove(key)
  await town.media.put(key, Buffer.from('no tiles at all, but more bytes than the header has'.repeat(9)))
  const fresh = await openTestArchive(undefined, { media: town.media, environment: { SITE_URL: SITE } })
  const answers = await Promise.all([fresh.get(address), fresh.get(address)])
  expect(answers.map((answer) => [answer.status, answer.body.equals(body)])).toEqual([
    [200, true],
    [200, true],
  ])
  await fresh.close()
})

test('other widths redirect to the next larger one, as the Universal Viewer needs for thumbnails', async () => {
  const { status, headers } = await town.get(`${service}/full/90,/0/default.jpg`)
  expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
    303,
    '*',
    'public, max-age=31536000, immutable',
  ])
  const { body } = await town.get(headers.location as string)
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 320 })
  const draft = `${imageService('', 901, VERSION)}/full/90,/0/default.jpg`
  expect((await town.get(draft)).status).toBe(404)
  const shown = await town.send(draft, { as: 'staff' })
  expect([shown.status, shown.headers['cache-control']]).toEqual([303, 'private, no-store'])
})

test.each([
  `/api/scan/iiif/1/0123456789abcdef/info.json`,
  `/api/scan/iiif/1/0123456789abcdef/full/max/0/default.jpg`,
  `/api/scan/iiif/1/${VERSION.toUpperCase()}/info.json`,
  `/api/scan/iiif/1/..%2f..%2f/info.json`,
  `/api/scan/iiif/999/${VERSION}/info.json`,
  `/api/scan/iiif/901/${VERSION}/info.json`,
  `/api/scan/iiif/901/${VERSION}/full/max/0/default.jpg`,
  `/api/scan/iiif/x/${VERSION}/info.json`,
  `${service}/full/max/90/default.jpg`,
  `${service}/full/max/0/default.png`,
  `${service}/full/max/0/gray.jpg`,
  `${service}/square/max/0/default.jpg`,
  `${service}/full/1,1/0/default.jpg`,
  `${service}/full/0,/0/default.jpg`,
  `${service}/full/601,/0/default.jpg`,
  `${service}/full/,90/0/default.jpg`,
  `${service}/0,0,512,400/90,/0/default.jpg`,
  `/api/scan/iiif/1/0123456789abcdef/full/90,/0/default.jpg`,
  `${service}/0,0,512,512/512,512/0/default.jpg`,
  `${service}/${'9'.repeat(3000)}/max/0/default.jpg`,
  `${service}/%00/max/0/default.jpg`,
  `${service}/`,
])('%s is not found', async (url) => {
  const { status } = await town.get(url)
  expect([400, 404, 414]).toContain(status)
})

test('a picture that crashes its process is an uncached 404, and is not retried on every request', async () => {
  const makeTiles = vi.fn(() => Promise.reject(new PictureRefused('It is broken.')))
  const media = createFolderStore(`${town.folder}/other`)
  const pictures = { ...createLocalPictureWork(media), makeTiles }
  const other = await openTestArchive(undefined, { media, pictures })
  const address = `${service}/full/300,200/0/default.jpg`
  const answers = await Promise.all([other.get(address), other.get(address)])
  answers.push(await other.get(address))
  for (const { status, headers } of answers) {
    expect(String(headers['cache-control'])).not.toContain('immutable')
    expect([status, headers.etag]).toEqual([404, undefined])
  }
  expect(makeTiles).toHaveBeenCalledTimes(1)
  makeTiles.mockImplementation(() => Promise.reject(new Error('The disk is full.')))
  vi.setSystemTime(Date.now() + 11 * 60_000)
  onTestFinished(() => void vi.useRealTimers())
  const { status, headers } = await other.get(address)
  expect([status, String(headers['cache-control']).includes('immutable')]).toEqual([500, false])
  await other.close()
})

test('a draft’s tiles are for author and staff only, and not cached', async () => {
  const draft = imageService('', 901, VERSION)
  for (const address of [`${draft}/info.json`, `${draft}/full/300,200/0/default.jpg`]) {
    expect((await town.get(address)).status).toBe(404)
    const { status, headers } = await town.send(address, { as: 'staff' })
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect([headers['access-control-allow-origin'], headers.vary]).toEqual([
      SITE,
      expect.stringContaining('Authorization'),
    ])
  }
})

test('no unexpected errors were logged', () => {
  expect(told).toEqual([])
})
