import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import { inTransaction } from '#server/database/write.ts'
import { writeSettings } from '#server/settings/write-settings.ts'
import { createSite } from '#server/site/site.ts'
import { quickSteps } from '../../release/fake-steps.ts'
import { addRecords, openTestArchive, type TestArchive } from '../fixtures.ts'
import { withVersion } from '../walk/current-version.ts'

/** No build ends well after the withdrawal: what is served is the site of before. */
const PAGES: Record<string, string> = {
  'itemview/index.html': 'The live shell',
  'itemview/1/index.html': 'The withdrawn one',
  'itemview/1/page/7/index.html': 'Its page seven',
  'itemview/3/page/2/index.html': '<a href="/media/scan/0/77.jpg?v=a" id="picture-2">A scan with a text</a>',
  'itemview/4/index.html': 'What somebody asks back',
  'iiif/item/4/manifest.json': '{}',
  'iiif/item/3/manifest.json': '{}',
  'itemview/3/index.html': 'The hidden one',
  'itemview/2/index.html': '<p>Near it: <a href="/itemview/1/">The withdrawn one</a></p>',
  '404.html': 'Not in the archive',
  'stories/3/index.html':
    '<figure data-href="/itemview/1/"><img alt="The withdrawn one"><figure class="small-map"></figure></figure><figure data-href="/itemview/2/"><figcaption>Another</figcaption></figure>',
  'decades/1890s/index.html': `<script type="application/ld+json">{"url":"https://a.example/itemview/1/","name":"The withdrawn one"}</script>
    <ul><li class="card"><a href="/itemview/1/">The withdrawn one</a><ul><li>Her name</li></ul></li><li><a href="/itemview/2/">Another</a></li></ul>`,
  'iiif/item/1/manifest.json': '{}',
  'iiif/collection/4/manifest.json': JSON.stringify({
    id: 'https://a.example/iiif/collection/4/manifest.json',
    items: [1, 2].map((id) => ({ id: `https://a.example/iiif/item/${id}/manifest.json`, label: `Item ${id}` })),
  }),
  'feed.xml': '<feed><entry><id>https://a.example/itemview/1/</id></entry><entry><id>/itemview/2/</id></entry></feed>',
  'data/items/cards/0.json': JSON.stringify([
    { id: 1, href: '/itemview/1/', place: null },
    { id: 2, href: '/itemview/2/', place: { id: 1, href: '/zone-overview/1/', text: 'The mill' } },
    { id: 3, href: '/itemview/3/', subjects: [{ id: 1, text: 'Mills' }], collection: { id: 1, text: 'Letters' } },
  ]),
  'person-overview/index.html': 'The live person',
  'person-overview/9/index.html': 'Born 1958',
  'person-overview/10/index.html': '<meta name="robots" content="noindex" />The name',
  'stories/9/index.html': '<ul><li><a href="/person-overview/9/">Vera Quill</a>, born 1958</li></ul>',
  'dump/datapackage.json': '{}',
  'dump/items.csv': 'id,url\r\n1,https://a.example/itemview/1/,The withdrawn one\r\n',
  'dump/people.jsonl': '{"name":"Another"}\n',
  'data/names/people.json': '[[1,"Withdrawn",[]],[2,"Another",[]]]',
}
let town: TestArchive
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-withdrawn-'))
  await makeRelease(
    { siteFolder: folder, api: 'http://api.test', source: 'test', apiBase: '', site: 'https://a.example' },
    quickSteps('x'),
  )
  for (const [name, text] of Object.entries(PAGES)) {
    const file = join(folder, 'current', name)
    mkdirSync(dirname(file), { recursive: true })
    for (const ending of ['.br', '.gz']) rmSync(file + ending, { force: true })
    writeFileSync(file, text)
  }
  town = await openTestArchive(undefined, { site: createSite(folder) })
  await addRecords(town.db, { items: [{ id: 4, title: 'Asked back' }] })
})
afterAll(async () => {
  await town.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})
const look = async (url: string) => {
  const { status, body } = await town.get(url)
  return [status, body.toString()] as const
}

test('what is withdrawn answers 410 at once and other pages hide it, although no build follows', async () => {
  const picture = '/api/scan/image/1/'
  expect((await look('/itemview/1/'))[0]).toBe(200)
  expect((await look(picture))[0]).toBe(200)
  expect((await look('/dump/people.jsonl'))[0]).toBe(200)
  expect(
    (await town.send('/api/records/items/1/unpublish/', { method: 'POST', as: 'staff', body: { note: '' } })).status,
  ).toBe(200)
  expect(await look('/itemview/1/')).toEqual([410, 'The live shell'])
  expect(await look('/itemview/1/page/7/')).toEqual([410, 'The live shell'])
  expect(await look('/itemview/1/index.html')).toEqual([410, 'Not in the archive'])
  expect((await look('/iiif/item/1/manifest.json'))[0]).toBe(410)
  expect((await look(picture))[0]).toBe(410)
  // The tables of one another name their records, and the checksums are of whole files.
  for (const name of ['datapackage.json', 'items.csv', 'people.jsonl'])
    expect((await look(`/dump/${name}`))[0]).toBe(410)
  for (const text of ['/media/text/0/1.xml', '/media/text/0/1.json', '/media/item/0/1.txt'])
    expect((await look(text))[0], text).toBe(410)
  expect(await look('/itemview/2/')).toEqual([200, 'The live shell'])
  const [status, list] = await look('/decades/1890s/')
  expect([status, list.replace(/\s+/g, ' ').trim()]).toEqual([
    200,
    '<ul><li><a href="/itemview/2/">Another</a></li></ul>',
  ])
  expect((await look('/stories/3/'))[1], 'a figure of a story').toBe(
    '<figure data-href="/itemview/2/"><figcaption>Another</figcaption></figure>',
  )
  expect(await look('/feed.xml')).toEqual([200, '<feed><entry><id>/itemview/2/</id></entry></feed>'])
  expect((await look('/iiif/collection/4/manifest.json'))[1]).toBe(
    '{"id":"https://a.example/iiif/collection/4/manifest.json","items":[{"id":"https://a.example/iiif/item/2/manifest.json","label":"Item 2"}]}',
  )
  expect((await look('/data/names/people.json'))[1]).toBe(PAGES['data/names/people.json'])
  await town.send('/api/records/people/1/unpublish/', { method: 'POST', as: 'staff', body: { note: '' } })
  expect((await look('/data/names/people.json'))[1]).toBe('[[2,"Another",[]]]')
  for (const record of ['subjects/1', 'collections/1'])
    await town.send(`/api/records/${record}/unpublish/`, { method: 'POST', as: 'staff', body: { note: '' } })
  const zone = '/api/records/locations/1/'
  const { json } = await town.send(`${zone}uses/`, { as: 'staff' })
  const headers = await withVersion(town, zone, { 'if-match': '{version}' })
  const { count } = json as { count: number }
  await town.send(`${zone}?uses=${count}`, { method: 'DELETE', headers, as: 'staff' })
  expect(JSON.parse((await look('/data/items/cards/0.json'))[1])).toEqual([
    { id: 2, href: '/itemview/2/', place: null },
    { id: 3, href: '/itemview/3/', subjects: [], collection: null },
  ])
  await expect.poll(() => existsSync(join(folder, 'current/itemview/1/index.html')), { timeout: 5000 }).toBe(false)
  expect(existsSync(join(folder, 'current/itemview/1/page/7/index.html'))).toBe(false)
  expect(existsSync(join(folder, 'current/iiif/item/1/manifest.json'))).toBe(false)
  // What never was public is not found, as before, and what is public stays.
  expect((await look('/itemview/901/'))[0]).toBe(200)
  expect((await look('/api/scan/image/901/'))[0]).toBe(404)
})

const call = (url: string, body: object, headers = {}) => town.send(url, { method: 'POST', as: 'staff', body, headers })

test('what is hidden answers as what is withdrawn, and is back when it is shown', async () => {
  const scans = [{ id: 77, item_id: 3, sha256: 'a'.repeat(64), scan_order: 2, version: 'a' }]
  await addRecords(town.db, { scan: scans })
  expect((await look('/itemview/3/page/2/'))[1]).toContain('A scan with a text')
  await call('/api/records/scans/77/audience/', { hidden_until: '2999-01-01' })
  expect(await look('/itemview/3/page/2/'), 'the page of a hidden scan').toEqual([200, 'The live shell'])
  await call('/api/records/items/3/audience/', { hidden_until: '2999-01-01' })
  expect(await look('/itemview/3/')).toEqual([410, 'The live shell'])
  expect((await look('/iiif/item/3/manifest.json'))[0]).toBe(410)
  expect(JSON.parse((await look('/data/items/cards/0.json'))[1])).toMatchObject([{ id: 2 }])
  await call('/api/records/items/3/audience/', { hidden_until: null })
  expect(JSON.parse((await look('/data/items/cards/0.json'))[1])).toMatchObject([{ id: 2 }, { id: 3 }])
})

test('words of a hidden page leave the search at once, those of its item stay', async () => {
  await addRecords(town.db, {
    items: [{ id: 5, title: 'Herald' }],
    scan: [{ id: 950, item_id: 5, sha256: 'a'.repeat(64), scan_order: 1, version: 'v' }],
  } as never)
  const fragment = (name: string, url: string) => {
    const file = join(folder, `current/pagefind/${name}.pf_fragment`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, gzipSync(`pagefind_dcd${JSON.stringify({ url, content: 'Prices of wheat' })}`))
    return async () => (await look(`/pagefind/${name}.pf_fragment`))[0]
  }
  const item = fragment('fragment/a_1', '/itemview/5/')
  const page = fragment('texts/fragment/t_1', '/itemview/5/?page=1#/texts/scans/950/')
  expect([await item(), await page()]).toEqual([200, 200])
  await call('/api/records/scans/950/audience/', { hidden_until: '2999-01-01' })
  expect([await item(), await page()]).toEqual([200, 410])
  await call('/api/records/items/5/audience/', { hidden_until: '2999-01-01' })
  expect([await item(), await page()]).toEqual([410, 410])
})

test('the address of what was taken down says as much as staff have chosen, until it is brought back', async () => {
  const path = '/api/records/items/4/'
  const takeDown = async (shown: object) =>
    call(
      `${path}takedown/`,
      { reason: 'The <family> asks.', uses: 0, ...shown },
      await withVersion(town, path, { 'if-match': '{version}' }),
    )
  const bringBack = async () => {
    const { json } = await town.send('/api/operations/?type=takedown', { as: 'staff' })
    const [{ id }] = (json as { results: [{ id: number }] }).results
    return await call(`/api/operations/${id}/undo/`, {})
  }
  expect((await takeDown({ shows_reason: true, shows_contact: true })).status).toBe(204)
  const [status, page] = await look('/itemview/4/')
  expect([status, page]).toEqual([410, expect.stringContaining('<p>The reason: The &lt;family&gt; asks.</p>')])
  expect(page).toContain('archive@example.org')
  expect(await look('/iiif/item/4/manifest.json')).toEqual([410, 'Not in the archive'])
  expect((await bringBack()).status).toBe(200)
  expect((await look('/itemview/4/'))[0]).toBe(200)
  await takeDown({})
  const [, plain] = await look('/itemview/4/')
  expect(plain).toContain('This was taken down')
  expect(plain).not.toMatch(/family|archive@example.org/)
  await bringBack()
  const { json } = await town.send(`${path}uses/`, { as: 'staff' })
  // Removed again, without a takedown: nothing is said of the one before.
  const headers = await withVersion(town, path, { 'if-match': '{version}' })
  await town.send(`${path}?uses=${(json as { count: number }).count}`, { method: 'DELETE', headers, as: 'staff' })
  expect(await look('/itemview/4/')).toEqual([410, 'The live shell'])
})

test('of somebody whose privacy is kept, the page of before is not served any more', async () => {
  const person = (id: number, more: object = {}) => ({ id, first_name: 'Vera', surname: 'Quill', ...more })
  await addRecords(town.db, { person: [person(9), person(10, { date_of_birth: 19580000 })] })
  expect((await look('/person-overview/9/'))[0]).toBe(200)
  await addRecords(town.db, { employment: [{ id: 9, person_id: 9, organization_id: 2, date_start: 19990000 }] })
  expect(await look('/person-overview/9/')).toEqual([410, 'The live person'])
  expect((await look('/person-overview/10/'))[0]).toBe(200)
  // Nor what other pages of before tell.
  expect(await look('/stories/9/')).toEqual([200, '<ul></ul>'])
  await inTransaction(town.db, (trx) => writeSettings(trx, { living: 'hidden' }))
  for (const id of [9, 10]) expect(await look(`/person-overview/${id}/`)).toEqual([410, 'The live person'])
})
