import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { createFolderTarget } from '#release/deploy/folder-target.ts'
import { openMadeFrom } from '../../scripts/build-site/made-from.ts'
import { expectAxeClean, useSite } from './browser/site.ts'

/** The demo town deployed to a folder, which a plain file server sends. There is no API, and a missing file fails the test (useSite). */
const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json' },
  ...{ '.webp': 'image/webp', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml', '.pagefind': 'application/wasm' },
}
const KINDS = [
  ...['/', '/collection/', '/itemview/28/', '/person-overview/1/', '/org-overview/2/', '/zone-overview/123/'],
  ...['/people/', '/places/', '/organizations/', '/subjects/1/', '/collections/1/', '/decades/', '/types/photograph/'],
  ...['/stories/1/', '/about/', '/search/?q=harbour', '/?overview=123', '/?item=28'],
]
const folder = mkdtempSync(join(tmpdir(), 'lotline-static-'))
let server: Server
let address = ''
const site = useSite(() => address)

beforeAll(async () => {
  const { archive, readApi } = openMadeFrom({ dataDir: inject('dataDir') }, inject('baseUrl'))
  const grey = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
    .webp()
    .toBuffer()
  await deploySite({
    site: join(inject('dataDir'), 'site/current'),
    openTarget: () => createFolderTarget(realpathSync(folder)),
    host: {
      ...{ archive, edition: 'alone', site: 'https://town.example' },
      // To make every size of every picture takes minutes, and is tested elsewhere.
      readApi: async (path) => (/\/media\/(?:scan|person)\//.test(path) ? grey : await readApi(path)),
      onMissing: (path, why) => expect.unreachable(`${path}: ${String(why)}`),
    },
  })
  server = createServer((request, response) => {
    const path = decodeURI(request.url!.split('?')[0]!).replace(/\/$/, '/index.html')
    try {
      const content = readFileSync(join(folder, path))
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 300_000)
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each(KINDS)('%s is whole without an API', async (path) => {
  const page = await site.open(path)
  await expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0)
  const broken = await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    return [...document.images].filter(({ naturalWidth, src }) => src && !naturalWidth).map(({ src }) => src)
  })
  expect(broken).toEqual([])
  expect(await page.getByText(/can't reach|does not answer|last update/i).count()).toBe(0)
  expect(await page.getByRole('link', { name: /Log In|Contribute/ }).count()).toBe(0)
})

test('search, filters, old maps, places and the viewer work', async () => {
  const page = await site.open('/collection/?from=1840&to=1849')
  const count = page.getByRole('status').filter({ hasText: /\d+ results?/ })
  const before = await count.first().innerText()
  await page.getByRole('searchbox', { name: 'Search the items' }).fill('mill')
  await expect.poll(() => count.first().innerText()).not.toBe(before)
  await expectAxeClean(page)

  await page.goto(`${address}/`)
  await page.getByRole('checkbox', { name: /Town map 1879/ }).check()
  const tiles = page.locator('.leaflet-tile')
  await expect
    .poll(() =>
      tiles.evaluateAll((all) => all.length > 4 && all.every((one) => (one as HTMLImageElement).naturalWidth)),
    )
    .toBeTruthy()

  await page.goto(`${address}/itemview/28/`)
  await page.locator('#picture-1').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Zoom in/i })
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByLabel('Search the archive').fill('harbour')
  await page.getByRole('option').first().waitFor()
})
