import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { readSnapshot } from '#snapshot/files.ts'
import { fillIn } from '#snapshot/fill-in.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { feed } from '#release/files/feeds.ts'
import { itemManifestOf } from '#release/files/iiif/item-manifest.ts'
import { loadArchive } from '#snapshot/archive.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { Answer, page, startDjangoServer, type DjangoServer } from '../fixtures/django-server/django-server.ts'
import { PICTURE } from '../fixtures/django-server/reads.ts'
import { smallTown } from '../fixtures/django-server/town.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let server: DjangoServer
let parent: string
beforeEach(async () => {
  server = await startDjangoServer({}, smallTown())
  parent = await freshFolder()
})
afterEach(async () => {
  await server.close()
})

const memory = () => join(parent, 'site', 'server-memory.json')
async function pull() {
  const folder = join(parent, 'snapshot')
  const report = await pullSnapshot({ api: server.base, apiBase: '', folder, memory: memory() })
  return { report, folder, ...readSnapshot(folder) }
}
const asked = () => server.asked.filter((call) => /GET \/api\/(scan|people)\/images?\//.test(call))
const DAY = 24 * 60 * 60 * 1000

test('the size of every scan, and who has a portrait, is asked once and remembered', async () => {
  const { lists, report, folder } = await pull()
  expect(lists.people.map(({ image }) => image)).toEqual([{ ...PICTURE, version: '' }, null, null, null])
  expect(lists.items[0]!.item_scans).toMatchObject([PICTURE, PICTURE])
  expect(report.notes).toEqual([])
  expect(asked()).toHaveLength(7)
  const archive = loadArchive(folder)
  // One size, at the address of the contract, without our parameters.
  expect(personPage(archive, 1)!.portrait).toMatchObject({ src: '/api/people/images/1/', srcset: '', sources: [] })
  expect(personPage(archive, 1)!.portrait).toMatchObject({ width: 280, height: 196 })
  expect(personPage(archive, 2)!.portrait).toBeNull()

  const places = { site: 'https://a.example', api: 'https://a.example', pictures: '' }
  const manifest = JSON.stringify(itemManifestOf(archive, archive.item(1)!, places))
  expect(manifest.match(/"type":"Canvas".*?"width":(\d+),"height":(\d+)/)?.slice(1)).toEqual(['1000', '700'])
  expect(manifest).not.toContain('format=jpeg')

  server.tables.scans.push({ id: 4, item: 2, order: 2 })
  const again = await pull()
  expect(asked().slice(7)).toEqual(['GET /api/scan/image/4/'])
  expect(again.lists.people).toEqual(lists.people)
})

test('items without dates are in the feed since a build had them first, also in later builds', async () => {
  const updated = (folder: string) =>
    /<updated>(.*?)<\/updated>/.exec(feed(loadArchive(folder), 'https://a.example'))![1]!
  const { folder } = await pull()
  const first = updated(folder)
  expect(Date.now() - Date.parse(first)).toBeLessThan(60_000)
  await pull()
  expect(updated(folder)).toBe(first)
  server.tables.items.push({ ...server.tables.items[0]!, id: 30 })
  await new Promise((resolve) => setTimeout(resolve, 2))
  const { lists } = await pull()
  expect(Date.parse(updated(folder))).toBeGreaterThan(Date.parse(first))
  expect(lists.items.map((item) => item.published_at === first)).toEqual([
    ...Array.from({ length: 13 }, () => true),
    false,
  ])
})

test('a missing portrait is looked for again after a week, and a picture after four', async () => {
  const { lists } = await pull()
  const client = createClient({ base: server.base })
  for (const [days, calls] of [
    [6, 0],
    [8, 3],
    [30, 7],
  ] as const) {
    server.asked.length = 0
    for (const person of lists.people) delete (person as { image?: unknown }).image
    for (const scan of lists.items.flatMap((item) => item.item_scans)) scan.width = null
    const now = Date.now() + days * DAY
    await fillIn(client, lists, { memory: memory(), inFlight: 2, now })
    expect([days, asked().length]).toEqual([days, calls])
  }
})

test('a server that gives no answer to this is left alone, and the build goes on', async () => {
  for (let each = 0; each < 20; each++)
    server.tables.people.push({ ...server.tables.people[3]!, id: 100 + each, first_name: 'P' })
  server.next('GET /api/people/images/2/', page(502))
  const { lists, report } = await pull()
  expect(report.notes).toEqual([expect.stringContaining('not known yet: 1, because the server did not answer')])
  expect(lists.people[1]).not.toHaveProperty('image')

  rmSync(memory())
  server.asked.length = 0
  const calls = lists.people.map(({ id }) => `GET /api/people/images/${id}/`)
  for (const call of calls) server.next(call, page(500))
  const { report: second } = await pull()
  expect(second.notes).toEqual([expect.stringContaining('not known yet: 27,')])
  expect(asked().length).toBeLessThan(20)
})

test('each build reads a part of very many, what is no picture has no size, and a turned picture is upright', async () => {
  const { lists } = await pull()
  for (const scan of lists.items.flatMap((item) => item.item_scans)) scan.width = null
  rmSync(memory())
  const client = createClient({ base: server.base })
  const read = () => fillIn(client, lists, { memory: memory(), inFlight: 1, most: 2 })
  const turned = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  server.next('GET /api/scan/image/1/', new Answer(200, turned, { 'content-type': 'image/jpeg' }))
  server.next('GET /api/scan/image/2/', new Answer(200, '<p>No picture</p>'))
  expect(await read()).toEqual([
    'Pictures whose size is not known yet: 1, because a build reads 2 at most. The next build goes on.',
  ])
  expect(lists.items[0]!.item_scans).toMatchObject([{ width: 40, height: 60 }, { width: null }])
  expect(await read()).toEqual([])
  expect(Object.keys(JSON.parse(readFileSync(memory(), 'utf8')) as object)).toEqual(['server', 'pictures', 'items'])
})
