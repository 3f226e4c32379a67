import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { loadArchive } from '#snapshot/archive.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openFetched } from '../../../scripts/build-site/fetch-pictures.ts'
import { createReadApi } from '../../../scripts/build-site/made-from.ts'
import { Answer, page, startDjangoServer, type DjangoServer } from '../../fixtures/django-server/django-server.ts'
import { PICTURE } from '../../fixtures/django-server/reads.ts'
import { smallTown } from '../../fixtures/django-server/town.ts'

let server: DjangoServer
let root: string
beforeEach(async () => {
  server = await startDjangoServer({}, smallTown())
  root = mkdtempSync(join(tmpdir(), 'lotline-fetched-'))
  mkdirSync(join(root, 'site'))
  writeFileSync(join(root, 'site', 'index.html'), '<html lang="en">')
})
afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

/** What `npm run build -- --deploy TARGET --pictures fetch` does with the pictures of the server. */
async function deploy(limits: Partial<typeof SCAN> = {}) {
  const scans = { ...SCAN, ...limits }
  const work = createLocalPictureWork(createFolderStore(join(root, 'fetched')), scans)
  const fetched = openFetched({ dataDir: root, scans }, server.base, work)
  try {
    const { fetchPicture } = fetched
    const folder = join(root, 'snapshot')
    // One after the other: the order of the answers is that of the scans.
    const from = { api: server.base, apiBase: server.base, memory: join(root, 'memory.json'), inFlight: 1 }
    const { meta } = await pullSnapshot({ ...from, folder, pictures: 'fetch', fetchPicture })
    await fetched.forgetOthers()
    const archive = loadArchive(folder)
    const missing = [...fetched.missing]
    const readApi = fetched.reading(createReadApi(server.base))
    const onMissing = (path: string) => missing.push(path)
    const host = { edition: 'whole', archive, site: 'https://town.example', readApi, onMissing } as const
    const openTarget = (site: string) => openDeployTarget(join(root, 'www'), site, {})
    const deployed = await deploySite({ site: join(root, 'site'), openTarget, host })
    return { meta, archive, missing, deployed }
  } finally {
    await fetched.close()
  }
}
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, folder).length + 1))
    .sort()
const FILE = 'GET /media/picture.jpg'
const scansOf = (archive: Awaited<ReturnType<typeof deploy>>['archive']) =>
  archive.lists.items.flatMap(({ item_scans }) => item_scans.map(({ id }) => id))

test('pictures of another server become files of the site, in sizes that are made here', async () => {
  const { meta, archive, missing } = await deploy()
  expect(meta.pictures).toBe('')
  expect(missing).toEqual([])
  const { version, ...size } = archive.lists.people[0]!.image!
  expect(size).toEqual(PICTURE)
  const names = ['320.webp', '640.webp', '1000.webp', '320.jpg', '640.jpg'].map((name) => `media/scan/0/1-${name}`)
  const files = filesIn('www')
  expect(files).toEqual(expect.arrayContaining([...names, 'media/scan/0/1.jpg', 'media/person/0/1.jpg']))
  expect(files).toContain(`iiif/scan/1/${version}/info.json`)
  expect(await sharp(readFileSync(join(root, 'www', names[0]!))).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
  })
})

test('a second time each is asked for by its ETag, sent once, and nothing is deployed', async () => {
  const first = await deploy()
  const asked = server.count(FILE)
  expect(asked).toBe(scansOf(first.archive).length + 1)
  const before = server.asked.length
  const { deployed, archive } = await deploy()
  expect(deployed).toMatchObject({ uploaded: 0, removed: 0 })
  const tags = server.headers.slice(before).filter((_, at) => server.asked[before + at] === FILE)
  expect(tags).toHaveLength(asked)
  expect(tags.every((headers) => headers['if-none-match']?.startsWith('"'))).toBe(true)
  expect(archive.lists).toEqual(first.archive.lists)
})

test('of a server without ETags a picture is fetched again after four weeks', async () => {
  server.options.tags = false
  await deploy()
  const asked = server.count(FILE)
  await deploy()
  expect(server.count(FILE)).toBe(asked)
  const notes = filesIn('fetched/addresses')
  const old = new Date(Date.now() - 29 * 24 * 60 * 60_000)
  for (const note of notes) utimesSync(join(root, 'fetched/addresses', note), old, old)
  await deploy()
  expect(server.count(FILE)).toBe(2 * asked)
})

test('a picture that cannot be had is named, and the rest is deployed; the next time it is there', async () => {
  const text = new Answer(200, Buffer.from('This is no picture.'), { 'content-type': 'image/jpeg' })
  server.next('GET /api/scan/image/1/', page(500))
  server.next('GET /api/scan/image/2/', text)
  server.next('GET /api/scan/image/3/', page(404))
  const first = await deploy()
  expect(first.missing.map((each) => /image\/(\d+)\/: \w/.exec(each)?.[1])).toEqual(['1', '2', '3'])
  expect(scansOf(first.archive).filter((id) => [1, 2, 3].includes(id))).toEqual([])
  expect(filesIn('www').filter((file) => /media\/scan\/0\/[123][-.]/.test(file))).toEqual([])
  expect(existsSync(join(root, 'www/media/person/0/1.jpg'))).toBe(true)
  const second = await deploy()
  expect(second.missing).toEqual([])
  expect(scansOf(second.archive)).toEqual(expect.arrayContaining([1, 2, 3]))
  expect(filesIn('www')).toContain('media/scan/0/2.jpg')
})

test('what is there stays while the server does not answer', async () => {
  const first = await deploy()
  server.next('GET /api/scan/image/1/', 'drop')
  server.next(FILE, page(500))
  const second = await deploy()
  expect(second.missing).toEqual([])
  expect(second.deployed).toMatchObject({ uploaded: 0, removed: 0 })
  expect(second.archive.lists).toEqual(first.archive.lists)
})

test('a picture above the limit of uploads is left out', async () => {
  const { missing, archive } = await deploy({ maximumBytes: 1000 })
  expect(missing[0]).toMatch(/The file has .* MB; the limit is/)
  expect(scansOf(archive)).toEqual([])
  expect(filesIn('fetched').filter((file) => file.endsWith('.part'))).toEqual([])
})

test('what the server has withdrawn leaves the site and the disk', async () => {
  await deploy()
  expect(filesIn('fetched').length).toBeGreaterThan(0)
  server.tables.scans.splice(0)
  server.tables.portraits.splice(0)
  const { deployed, missing } = await deploy()
  expect(deployed.removed).toBeGreaterThan(5)
  expect(missing).toEqual([])
  expect(filesIn('fetched')).toEqual([])
  expect(filesIn('www').filter((file) => file.startsWith('media/'))).toEqual([])
})
