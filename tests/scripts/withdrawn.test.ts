import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { IMAGE_FORMATS, IMAGE_WIDTHS } from '#contract/scan.ts'
import { listFiles } from '#release/files/link-unchanged.ts'
import { makeRelease } from '#release/make-release.ts'
import { rollBack } from '#release/rollback/roll-back.ts'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { mediaPath, type MediaKind } from '#rules/media/site-media.ts'
import { seedOptions } from '../release/seed-site.ts'
import type { TestArchive } from '../server/fixtures.ts'
import { withVersion } from '../server/walk/current-version.ts'
import { SAMPLE_CALLS } from '../server/walk/sample-calls.ts'
import { MARKS, openServedTown, REPLACED_SCAN, VERSIONS, WITHDRAWN } from './withdrawn-town.ts'

/** What was published and is not any more is nowhere: by any address that there is, or was while it was published. */
let town: TestArchive
let served: FastifyInstance
let api: string
beforeAll(async () => void ({ town, served, api } = await openServedTown()), 300_000)
afterAll(async () => {
  await served.close()
  await town.close()
})

const build = () => makeRelease(seedOptions(town.folder, api))

/** Addresses of the files of the release that visitors see, and the folders of its pages; without scripts and styles, which no record is in. */
function siteAddresses(): string[] {
  return listFiles(realpathSync(join(town.folder, 'site/current')))
    .filter((file) => !file.startsWith('_astro/'))
    .map((file) => `/${file}`)
    .flatMap((file) => (file.endsWith('/index.html') ? [file, file.slice(0, -'index.html'.length)] : [file]))
}

const words = (word: string) => [
  ...['items', 'items/facets', 'items/places'].map((list) => `/api/${list}/?search=${word}`),
  ...['people', 'organizations', 'subjects', 'locations'].map((list) => `/api/${list}/?search=${word}`),
]
const filters = ['people', 'subject', 'organizations', 'collection'].flatMap((filter) =>
  ['items', 'items/facets', 'items/places'].map((list) => `/api/${list}/?${filter}=${WITHDRAWN}`),
)
const images = (address: string) => [
  address,
  ...IMAGE_FORMATS.flatMap((format) => IMAGE_WIDTHS.map((width) => `${address}?width=${width}&format=${format}`)),
]
const file = (kind: MediaKind, id: number) => mediaPath({ kind, id, format: 'jpeg' })
const scan = (id: number, version: string) => [
  ...images(`/api/scan/image/${id}/`),
  ...['info.json', 'full/max/0/default.jpg', 'full/300,200/0/default.jpg', '0,0,512,512/512,512/0/default.jpg'].map(
    (what) => `${imageService('', id, version)}/${what}`,
  ),
]
/** Addresses of the withdrawn alone, which answer while they are published. */
const GONE = [
  `/api/item/${WITHDRAWN}/`,
  `/api/person/${WITHDRAWN}/`,
  `/api/organization/${WITHDRAWN}/`,
  `/api/collection/${WITHDRAWN}/`,
  ...scan(WITHDRAWN, VERSIONS.withdrawn),
  ...scan(REPLACED_SCAN, VERSIONS.replaced),
  ...images(`/api/people/images/${WITHDRAWN}/`),
  file('scan', WITHDRAWN),
  file('person', WITHDRAWN),
]
/** Its own addresses on the site. */
const OWN = [
  ...['itemview', 'person-overview', 'org-overview', 'subjects', 'collections'].map((page) => `/${page}/${WITHDRAWN}/`),
  `/iiif/item/${WITHDRAWN}/manifest.json`,
]
/** Every other read that there is. */
const READS = [
  ...(Object.keys(endpoints) as EndpointName[])
    .filter((name) => endpoints[name].method === 'GET')
    .map((name) => SAMPLE_CALLS[name]({ id: WITHDRAWN }).url),
  ...['', '?page_size=100', '?location=1', '?people=1', '?collection=1'].flatMap((query) =>
    ['items', 'items/facets', 'items/places'].map((list) => `/api/${list}/${query}`),
  ),
  ...['zephyrquill', 'quandrifuge', 'vexhollow', 'bramblewick', 'oxthorpe', 'kestrelmoor'].flatMap(words),
  ...filters,
]

interface Seen {
  status: number
  etag: string | undefined
  /** The body as a reader has it, in lower case; bytes that are no text stay what they are. */
  text: string
}
async function look(url: string, headers: Record<string, string> = {}): Promise<Seen> {
  const { statusCode, headers: sent, rawPayload } = await served.inject({ url, headers })
  const encoding = sent['content-encoding']
  const body =
    encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload
  const plain = body[0] === 0x1f && body[1] === 0x8b ? gunzipSync(body) : body
  return { status: statusCode, etag: sent.etag as string | undefined, text: plain.toString('latin1').toLowerCase() }
}
/** Which addresses answer with something of the withdrawn. */
async function tell(addresses: Iterable<string>): Promise<string[]> {
  const found: string[] = []
  for (const url of addresses)
    for (const encoding of /\.(?:br|gz)$/.test(url) ? ['identity'] : ['identity', 'br', 'gzip']) {
      const { text } = await look(url, { 'accept-encoding': encoding })
      // Catalogues are told that it is gone, by its address alone.
      const said = url.startsWith('/dump/iiif-changes') ? text.replace(/"type":\s*"delete",[^}]*/g, '') : text
      const mark = MARKS.find((each) => said.includes(each))
      if (mark !== undefined) found.push(`${url} (${encoding}): ${mark}`)
    }
  return found
}
/** A step of the review, or a removal. */
async function take(url: string, method: 'POST' | 'DELETE', body?: object): Promise<number> {
  const headers = await withVersion(
    town,
    url,
    method === 'DELETE' || url.endsWith('/publish/') ? { 'if-match': '{version}' } : {},
  )
  return (await town.send(url, { method, headers, as: 'staff', ...(body && { body }) })).status
}

/** What is the withdrawn's own: of each of these some page or file must have told of it, or the look would prove nothing. */
const TOLD = [
  ...['/', '/collection/', '/itemview/1/', '/itemview/7707/', '/person-overview/1/', '/person-overview/7707/'],
  ...['/org-overview/7707/', '/subjects/7707/', '/collections/7707/', '/decades/1890s/', '/zone-overview/1/'],
  ...['/feed.xml', '/sitemap.xml', '/data/zones/1.json', '/data/organizations.json', '/data/collections.json'],
  ...['people', 'organizations', 'subjects'].map((names) => `/data/names/${names}.json`),
  ...['/data/items/cards/385.json', '/iiif/item/7707/manifest.json'],
  ...['/iiif/collection/top.json', '/pagefind/fragment/', '/pagefind/index/'],
]

test('what is withdrawn is at no address: at once of the API, after the next build of the site', async () => {
  // The search index is renewed too, as what was only in the seed is withdrawn.
  await build()
  const before = siteAddresses()
  const told = await tell(before)
  for (const address of TOLD)
    expect(
      told.some((each) => each.startsWith(address)),
      address,
    ).toBe(true)
  const shown = new Map<string, Seen>()
  for (const url of GONE) shown.set(url, await look(url))
  expect([...shown].filter(([, { status, etag }]) => status !== 200 || !etag)).toEqual([])
  expect((await tell(READS)).length).toBeGreaterThan(50)

  for (const kind of ['items', 'people', 'subjects', 'organizations', 'collections'])
    expect(await take(`/api/records/${kind}/${WITHDRAWN}/unpublish/`, 'POST', { note: '' })).toBe(200)
  expect(await take(`/api/records/scans/${REPLACED_SCAN}/`, 'DELETE')).toBe(204)
  for (const [url, { etag }] of shown) {
    // Who kept it is not told either that it still holds.
    const status = /\/(?:scan|images|media)\//.test(url) ? 410 : 404
    expect((await look(url, { 'if-none-match': etag! })).status, url).toBe(status)
    expect((await look(url, { 'if-none-match': '*' })).status, url).toBe(status)
  }
  expect(await tell([...READS, ...GONE])).toEqual([])

  // The site too, however long no build succeeds: pages, and what other pages say of it.
  for (const own of OWN) expect((await look(own)).status, own).toBe(410)
  // The picture that was taken from an item that stays has its own answer (GONE); pages name its address until the next build. The filters of the collection page come
  // from the archive when it is opened.
  const others = before.filter((address) => !/^\/(?:collection|pagefind)\//.test(address))
  expect((await tell(others)).filter((each) => !each.endsWith(VERSIONS.replaced))).toEqual([])
  const records = before.filter((address) => address.startsWith('/pagefind/fragment/'))
  const statuses = await Promise.all(records.map(async (address) => (await look(address)).status))
  expect(statuses.filter((status) => status === 410)).toHaveLength(OWN.length - 1)
  expect((await look('/subjects/')).text).toContain('/subjects/1/')
  await expect.poll(() => siteAddresses().filter((address) => OWN.includes(address)), { timeout: 5000 }).toEqual([])
  // Back before any build: the next one finds the files missing.
  expect(await take(`/api/records/items/${WITHDRAWN}/publish/`, 'POST', { note: '' })).toBe(200)
  await build()
  expect((await look(`/itemview/${WITHDRAWN}/`)).status).toBe(200)
  expect((await look(`/iiif/item/${WITHDRAWN}/manifest.json`)).status).toBe(200)
  for (const kind of ['items', 'people', 'subjects', 'organizations', 'collections'])
    await take(`/api/records/${kind}/${WITHDRAWN}/unpublish/`, 'POST', { note: '' })

  await build()
  expect(await tell(new Set([...before, ...siteAddresses()]))).toEqual([])
  // Not even if the site goes back to the time when it was published.
  expect((await rollBack(seedOptions(town.folder, api), '1.1')).rollback).toMatchObject({ to: '1.1' })
  expect(await tell(new Set([...before, ...siteAddresses()]))).toEqual([])
}, 300_000)
