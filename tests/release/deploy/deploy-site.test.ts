import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deploySite, MANIFEST_FILE } from '#release/deploy/deploy-site.ts'
import type { StaticHost } from '#release/deploy/site-files.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import { s3Variables } from '#s3/settings.ts'
import { freshS3Double } from '../../fixtures/s3/environment.ts'
import { ALL } from '../../setup/length.ts'
import { anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'

const hasRsync = spawnSync('rsync', ['--version']).status === 0
const KINDS = ['a folder', 'a bucket', ...(hasRsync ? ['rsync'] : [])]
if (!hasRsync) test.skip('rsync is not installed: deploying by it is not tested', () => {})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'lotline-deploy-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const filesIn = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== MANIFEST_FILE)
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'latin1')]),
  )

const FIRST = {
  ...{
    '_astro/app.AAAA.js': 'app 1',
    'index.html': 'home 1',
    'itemview/1/index.html': 'item 1',
    'sitemap.xml': 'map 1',
  },
  'itemview/2/index.html': 'item 2',
  // Wildcards of rsync.
  ...{ 'search/a[1]*.json': 'gone later', 'search/a1b.json': 'stays' },
}
const SECOND = {
  ...{ '_astro/app.BBBB.js': 'app 2', 'index.html': 'home 2', 'itemview/1/index.html': 'item 1' },
  ...{ 'sitemap.xml': 'map 2', 'itemview/3/index.html': 'item 3' },
  'search/a1b.json': 'stays',
}

/** A site on disk that can be changed, and a target of this kind. */
async function setUp(kind: string) {
  const site = join(folder(), 'public')
  const write = (files: Record<string, string>) => {
    rmSync(site, { recursive: true, force: true })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(site, path)), { recursive: true })
      writeFileSync(join(site, path), text)
      if (path.endsWith('.html')) writeFileSync(join(site, `${path}.gz`), gzipSync(text))
    }
  }
  const store = kind === 'a bucket' ? await freshS3Double('www/') : undefined
  const place = join(folder(), 'www')
  const address = store ? 's3://archive/www' : kind === 'rsync' ? `rsync:${place}` : place
  /** Without compressed copies. */
  const online = (): Record<string, string> =>
    Object.fromEntries(
      Object.entries(store ? objectsOf(store.objects) : filesIn(place)).filter(([path]) => !path.endsWith('.gz')),
    )
  const deploy = (now = new Date(), host?: StaticHost) =>
    deploySite({
      ...{ site, now, host },
      openTarget: (from) =>
        openDeployTarget(address, from, store ? s3Variables(store.settings) : {}, { attempts: 2, firstPause: 1 }),
    })
  return { write, deploy, online, store, place }
}
const objectsOf = (objects: Map<string, { body: Buffer; headers: Record<string, string> }>): Record<string, string> =>
  Object.fromEntries(
    [...objects]
      .filter(([key]) => !key.endsWith(MANIFEST_FILE))
      .map(([key, { body, headers }]) => [
        key.slice('www/'.length),
        String(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body),
      ])
      .sort(),
  ) as Record<string, string>

describe.each(KINDS)('to %s', (kind) => {
  test('uploads what changed, removes what is gone, and keeps earlier assets for a day', async () => {
    const { write, deploy, online } = await setUp(kind)
    const copies = kind === 'a bucket' ? 0 : 1
    write(FIRST)
    expect(await deploy()).toMatchObject({ uploaded: 7 + 3 * copies, removed: 0, kept: 0 })
    expect(online()).toEqual(FIRST)
    expect(await deploy()).toMatchObject({ uploaded: 0, removed: 0 })

    write(SECOND)
    const second = await deploy()
    expect(second).toMatchObject({ uploaded: 4 + 2 * copies, removed: 2 + copies, kept: 1 })
    expect(second.purge).toEqual(['/', '/itemview/2/', '/itemview/3/', '/search/a[1]*.json', '/sitemap.xml'])
    expect(online()).toEqual({ ...SECOND, '_astro/app.AAAA.js': 'app 1' })
    const tomorrow = new Date(Date.now() + 25 * 60 * 60_000)
    expect(await deploy(tomorrow)).toMatchObject({ uploaded: 0, removed: 1, kept: 0 })
    expect(online()).toEqual(SECOND)
  })
})

const VERSION = '0123456789abcdef'
const SCAN = { id: 7, order: 1, width: 500, height: 400, version: VERSION }
const withScan = (version = VERSION) => archiveOf({ items: [anItem(1, { item_scans: [{ ...SCAN, version }] })] })
/** A host of files, and what was asked of the API. */
function hostOf(archive: StaticHost['archive'], edition: StaticHost['edition'] = 'alone') {
  const [asked, missing]: [string[], string[]] = [[], []]
  const host: StaticHost = {
    ...{ archive, edition, site: 'https://town.example' },
    readApi: async (address) => (asked.push(address), Buffer.from(`bytes of ${address}`)),
    onMissing: (path) => missing.push(path),
  }
  return { host, asked, missing }
}
const PAGE = '<html lang="en"><meta property="og:image" content="https://a.example/media/page/a/1.jpg?v=2b"></html>'
const MANIFEST = JSON.stringify({
  ...{ seeAlso: [{ id: 'https://town.example/api/item/1/' }], service: [{ type: 'SearchService2' }] },
  items: [`https://town.example/api/scan/iiif/7/${VERSION}/full/max/0/default.jpg`],
})
const WHOLE = {
  ...{ 'index.html': PAGE, 'login/index.html': PAGE, 'itemview/index.html': PAGE },
  ...{ 'itemview/1/index.html': PAGE, 'iiif/item/1/manifest.json': MANIFEST },
}

describe.each(KINDS)('a site for a host of files, to %s', (kind) => {
  test('has its pictures, and nothing that needs an API; only what changed is read and uploaded', async () => {
    const { write, deploy, online } = await setUp(kind)
    write(WHOLE)
    const first = hostOf(withScan())
    await deploy(new Date(), first.host)
    const files = online()
    expect(files['index.html']).toBe(PAGE.replace('<html', '<html data-edition="alone"'))
    expect(Object.keys(files).filter((path) => /login|itemview\/index/.test(path))).toEqual([])
    for (const name of ['7-320.webp', '7-500.webp', '7-320.jpg', '7-500.jpg', '7.jpg'])
      expect(files[`media/scan/0/${name}`]).toBe(`bytes of /media/scan/0/${name}?v=${VERSION}`)
    expect(files['media/page/a/1.jpg']).toBe('bytes of /media/page/a/1.jpg?v=2b')
    expect(JSON.parse(files['iiif/item/1/manifest.json']!)).toEqual({
      items: [`https://town.example/iiif/scan/7/${VERSION}/full/max/0/default.jpg`],
    })
    const service = `iiif/scan/7/${VERSION}`
    const information = JSON.parse(files[`${service}/info.json`]!) as { id: string; sizes: object[]; tiles?: object }
    expect(information).toMatchObject({ id: `https://town.example/${service}`, profile: 'level0', width: 500 })
    expect(information.tiles).toBeUndefined()
    expect(files[`${service}/full/max/0/default.jpg`]).toBe(files[`${service}/full/500,400/0/default.jpg`])

    const again = hostOf(withScan())
    expect(await deploy(new Date(), again.host)).toMatchObject({ uploaded: 0, removed: 0 })
    expect(again.asked).toEqual([])
    const { host } = hostOf(withScan('fedcba9876543210'))
    expect((await deploy(new Date(), host)).purge).toContain(`/media/scan/0/7.jpg?v=${VERSION}`)
    // Withdrawn, or deployed for an API that sends the pictures.
    expect((await deploy()).purge).toEqual(expect.arrayContaining(['/media/page/a/1.jpg?v=2b']))
    expect(Object.keys(online()).filter((path) => path.startsWith('media/'))).toEqual([])
  })
})

test('with an API elsewhere live parts stay; what the API does not have any more, or cannot read, is left out', async () => {
  const { write, deploy, online } = await setUp('a folder')
  write(WHOLE)
  const { host, missing } = hostOf(withScan(), 'whole')
  await deploy(new Date(), {
    ...host,
    readApi: (address) => (/webp/.test(address) ? Promise.reject(new Error('500')) : Promise.resolve(undefined)),
  })
  expect(missing).toEqual(['media/scan/0/7-320.webp', 'media/scan/0/7-500.webp'])
  expect(online()['login/index.html']).toContain('data-edition="whole"')
  expect(online()['iiif/item/1/manifest.json']).toContain('SearchService2')
  expect(Object.keys(online()).filter((path) => path.startsWith('media/'))).toEqual([])
})

test('files of others at the target are not touched, and a place with only such files is refused', async () => {
  const { write, deploy, online, place } = await setUp('a folder')
  write(FIRST)
  mkdirSync(place)
  writeFileSync(join(place, 'thesis.doc'), 'mine')
  await expect(deploy()).rejects.toThrow('is not empty, and nothing was deployed there by Lotline')
  rmSync(join(place, 'thesis.doc'))
  await deploy()
  writeFileSync(join(place, 'thesis.doc'), 'mine')
  write({ 'index.html': 'home 2' })
  await deploy(new Date(Date.now() + 1))
  expect(online()).toMatchObject({ 'index.html': 'home 2', 'thesis.doc': 'mine' })
})

test('a bucket sends each file with its type, its caching and its encoding, without copies', async () => {
  const { write, deploy, store } = await setUp('a bucket')
  write(FIRST)
  await deploy()
  const headers = (path: string) => store!.objects.get(`www/${path}`)!.headers
  expect(headers('index.html')).toEqual({
    ...{ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip', 'cache-control': 'no-cache' },
  })
  expect(headers('_astro/app.AAAA.js')).toEqual({
    ...{ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
  expect([...store!.objects.keys()].filter((key) => key.endsWith('.html.gz'))).toEqual([])
})

test('interrupted at any request, every page that was online is whole, and the next deployment completes it', async () => {
  const { write, deploy, online, store } = await setUp('a bucket')
  for (let at = 1; ; at += ALL ? 1 : 4) {
    store!.setTrouble(undefined)
    store!.objects.clear()
    write(FIRST)
    await deploy()
    write(SECOND)
    store!.requests.length = 0
    store!.setTrouble(() => (store!.requests.length > at ? 'cut' : undefined))
    const done = await deploy().then(
      () => true,
      () => false,
    )
    store!.setTrouble(undefined)
    const now = online()
    for (const [path, text] of Object.entries(FIRST))
      expect([text, SECOND[path as keyof typeof SECOND]], path).toContain(now[path])
    // Nothing that is new names what is not there yet.
    if (now['itemview/3/index.html'] !== undefined) expect(now['_astro/app.BBBB.js']).toBe('app 2')
    if (now['index.html'] === 'home 2') expect(now['itemview/3/index.html']).toBe('item 3')
    if (done) break
    // Meanwhile one of the new pages was withdrawn again.
    const { 'itemview/3/index.html': _, ...third } = SECOND
    write(third)
    await deploy()
    expect(online()).toEqual({ ...third, '_astro/app.AAAA.js': 'app 1' })
  }
})

test.each([
  ['ftp://example.org/www', "can't deploy to"],
  ['s3://our-archive', 'AWS_ACCESS_KEY_ID must be set'],
  ['rsync:', "can't deploy to"],
  ['rsync:--delete', "can't deploy to"],
  ['/srv/archive/site', 'holds the built site itself'],
])('%s is refused', (address, sentence) => {
  expect(() => openDeployTarget(address, '/srv/archive/site/releases/1/public', {})).toThrow(sentence)
})

test.skipIf(!hasRsync)('what rsync says is in the message', async () => {
  const site = folder()
  writeFileSync(join(site, 'index.html'), 'home')
  const openTarget = (from: string) => openDeployTarget('rsync://127.0.0.1:9/www/', from, {})
  await expect(deploySite({ site, openTarget })).rejects.toThrow(/rsync could not deploy to rsync:.*refused/)
})
