import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import { createSite } from '#server/site/site.ts'
import { quickSteps } from '../../release/fake-steps.ts'
import { openTestArchive, type TestArchive } from '../fixtures.ts'
import { withVersion } from '../walk/current-version.ts'

/** No build ends well after the withdrawal: what is served is the site of before. */
const PAGES: Record<string, string> = {
  'itemview/index.html': 'The live shell',
  'itemview/1/index.html': 'The withdrawn one',
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
  expect(await look('/itemview/1/index.html')).toEqual([410, 'Not in the archive'])
  expect((await look('/iiif/item/1/manifest.json'))[0]).toBe(410)
  expect((await look(picture))[0]).toBe(410)
  // The tables of one another name their records, and the checksums are of whole files.
  for (const name of ['datapackage.json', 'items.csv', 'people.jsonl'])
    expect((await look(`/dump/${name}`))[0]).toBe(410)
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
  expect(existsSync(join(folder, 'current/iiif/item/1/manifest.json'))).toBe(false)
  // What never was public is not found, as before, and what is public stays.
  expect((await look('/itemview/901/'))[0]).toBe(200)
  expect((await look('/api/scan/image/901/'))[0]).toBe(404)
})
