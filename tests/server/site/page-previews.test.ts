import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { makeRelease } from '#release/make-release.ts'
import { quickSteps } from '../../release/fake-steps.ts'
import { useArchive } from '../use-archive.ts'
import { withVersion } from '../walk/current-version.ts'

const NAMES = '00112233aabbccdd'
const page = (title: string, image: string) =>
  `<meta property="og:site_name" content="Town &amp; Lake"><meta property="og:title" content="${title}">` +
  `<meta property="og:image" content="https://town.example${image}">`
const PLAN =
  '<svg viewBox="0 0 360 270" width="360" role="img"><path class="around" d="M9 9h90v90z"></path><path class="here" d="M99 99h150v90h-150z"></path></svg>'
const ITEM = `/media/page/itemview/1.jpg?v=scan-2-${NAMES}`
const PERSON = `/media/page/person-overview/1.jpg?v=person-1-${NAMES}`
const ORGANIZATION = `/media/page/org-overview/2.jpg?v=scan-1-${NAMES}`
const ZONE = `/media/page/zone-overview/1.jpg?v=plan-${NAMES}`
const DRAFT = `/media/page/itemview/901.jpg?v=scan-901-${NAMES}`
const BARE = `/media/page/decades/1890s~2.jpg?v=${NAMES}`

const town = useArchive()
let version: string
beforeAll(async () => {
  const { headers } = await town.get('/api/scan/image/2/?format=jpeg')
  version = (headers.etag as string).slice(1).split('-')[0]!
  const siteFolder = join(town.folder, 'site')
  await makeRelease(
    { siteFolder, api: 'http://api.test', source: 'test', apiBase: '', site: 'https://town.example' },
    quickSteps('x'),
  )
  const pages = {
    'itemview/1': page('The mill &amp; the lake', ITEM),
    'itemview/901': page('A draft', DRAFT),
    'person-overview/1': page('Agnes', PERSON),
    'org-overview/2': page('Mill Company', ORGANIZATION),
    'zone-overview/1': page('12 Mill Street', ZONE) + PLAN,
    'decades/1890s/2': page('1890s', BARE),
    about: page('About', '/pictures/share.jpg'),
    'types/letter': page('Letters', '/pictures/share.jpg'),
  }
  for (const [name, text] of Object.entries(pages)) {
    const file = join(siteFolder, 'current', name, 'index.html')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
})

/** Pixels of a part that differ from the paper. */
async function inked(body: Buffer, left: number, width: number): Promise<number> {
  const part = await sharp(body).extract({ left, width, top: 0, height: 630 }).greyscale().raw().toBuffer()
  return part.filter((value) => value < 200).length
}

test.each([
  ['an item', ITEM],
  ['a person', PERSON],
  ['a place', ZONE],
  ['a list without a picture', BARE],
])('%s has a preview with its name', async (_, address) => {
  const { status, headers, body } = await town.get(address)
  expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(headers['cache-control'], 'no cache is told what was withdrawn').toContain('no-cache')
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(Number(headers['content-length'])).toBe(body.length)
  // Lettering is right of the picture, or where there is none at the left.
  expect(await inked(body, 60, 500)).toBeGreaterThan(1000)
})

test('what is drawn is the picture with the name, and not the picture alone', async () => {
  const { body } = await town.get(ITEM)
  const plain = await town.get('/media/scan/0/2.jpg')
  const left = await sharp(plain.body).resize(620).toBuffer()
  const paper = sharp({ create: { width: 1200, height: 630, channels: 3, background: '#f8f4eb' } })
  const bare = await paper
    .composite([{ input: left, left: 56, top: 108 }])
    .jpeg()
    .toBuffer()
  expect(await inked(bare, 740, 440)).toBe(0)
  expect(await inked(body, 740, 440)).toBeGreaterThan(1000)
  expect(readdirSync(join(town.folder, 'media/derivatives', version.slice(0, 2), version))).toContain(
    `preview-${NAMES}.jpg`,
  )
})

test.each([
  '/media/page/itemview/1.jpg',
  '/media/page/itemview/1.jpg?v=older',
  `/media/page/itemview/1.jpg?v=scan-901-${NAMES}`,
])('%s leads to the address that the page names', async (address) => {
  const { status, headers } = await town.get(address)
  expect([status, headers.location]).toEqual([302, ITEM])
  expect(headers['cache-control']).toContain('no-cache')
})

test.each(['/media/page/itemview/9.jpg', '/media/page/types/letter.jpg', '/media/page/about/x.jpg'])(
  '%s is not found',
  async (address) => expect((await town.get(address)).status).toBe(404),
)

test('nobody sees a draft by the preview of a page', async () => expect((await town.get(DRAFT)).status).toBe(410))

test('a withdrawn record has none any more, and no page shows its picture', async () => {
  const addresses = [ITEM, PERSON, ORGANIZATION, '/media/page/itemview/1.jpg']
  for (const address of addresses) expect((await town.get(address)).status, address).toBeLessThan(303)
  for (const record of ['items/1', 'people/1']) {
    const url = `/api/records/${record}/unpublish/`
    const headers = await withVersion(town, url, { 'if-match': '{version}' })
    expect((await town.send(url, { method: 'POST', body: { note: '' }, headers, as: 'staff' })).status).toBe(200)
  }
  for (const address of addresses) expect((await town.get(address)).status, address).toBe(410)
  expect((await town.get(ZONE)).status).toBe(200)
})
