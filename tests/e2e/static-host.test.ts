import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { isLivePage } from '#rules/addresses/site-routing.ts'
import { openMadeFrom } from '../../scripts/build-site/made-from.ts'
import { ALL, sampleOf } from '../setup/length.ts'
import { findTrail, type Trail } from './browser/records.ts'
import { useSite } from './browser/site.ts'
import { serveFolder } from './setup/file-host.ts'
import { shown } from './viewer/viewer-page.ts'

/** The site as `npm run build -- --deploy` uploads it without API_URL, on a host that has nothing but its files. */
const work = mkdtempSync(join(tmpdir(), 'lotline-static-'))
const folder = join(work, 'www')
let host: Awaited<ReturnType<typeof serveFolder>>
let trail: Trail
let files: string[]
const missing: string[] = []
const site = useSite(() => host.baseUrl)

beforeAll(async () => {
  host = await serveFolder(folder)
  trail = await findTrail(inject('baseUrl'))
  const { archive, readApi } = openMadeFrom({ dataDir: inject('dataDir') }, inject('baseUrl'))
  // To make every size of every picture takes minutes, and is tested elsewhere: here most are one grey picture.
  const grey = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
    .jpeg()
    .toBuffer()
  const real = new Set(trail.item.item_scans!.map(({ id }) => String(id)))
  const isReal = (address: string) => {
    // Each link preview is drawn, too.
    if (address.startsWith('/media/page/')) return ALL
    const [, id] = /^\/media\/(?:scan|person)\/\d+\/(\d+)/.exec(address) ?? []
    return ALL || id === undefined || real.has(id)
  }
  // This host sends no compressed copies, which take as long as everything else.
  const built = join(work, 'public')
  const isPlain = (path: string) => !/\.(?:gz|br)$/.test(path)
  cpSync(realpathSync(join(inject('dataDir'), 'site/current')), built, { recursive: true, filter: isPlain })
  await deploySite({
    site: built,
    openTarget: (from) => openDeployTarget(folder, from, {}),
    host: {
      ...{ archive, edition: 'alone', site: host.baseUrl },
      readApi: async (address) => (isReal(address) ? await readApi(address) : grey),
      onMissing: (path) => missing.push(path),
    },
  })
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
}, 300_000)
afterAll(async () => {
  await host?.stop()
  rmSync(work, { recursive: true, force: true, maxRetries: 10 })
})

const main = (page: Page) => page.getByRole('main')

/** The file that an address of the site is. */
const fileOf = (address: string) => {
  const path = decodeURIComponent(new URL(address, 'http://site').pathname)
  return path.endsWith('/') ? `${path}index.html` : path
}
const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")

describe('the folder', () => {
  test('has every page, picture, script and tile that its pages name', () => {
    const have = new Set(files)
    const dead = new Map<string, string>()
    for (const file of files.filter((each) => each.endsWith('.html'))) {
      const html = readFileSync(folder + file, 'utf8')
      const named = Array.from(html.matchAll(/\s(?:href|src|action|poster)="(\/[^"]*)"/g), ([, address]) => address!)
      const sets = Array.from(html.matchAll(/\ssrcset="([^"]*)"/gi), ([, set]) => set!.split(/,\s+/))
      for (const address of [...named, ...sets.flat().map((each) => each.trim().split(' ')[0]!)].map(decode))
        // The style sheet hides links to live pages (below).
        if (address.startsWith('/') && !isLivePage(address) && !have.has(fileOf(address))) dead.set(address, file)
    }
    expect([...dead].slice(0, 10)).toEqual([])
    expect(missing).toEqual([])
  })

  test('has every picture that its data and manifests name', () => {
    const have = new Set(files)
    const dead = new Map<string, string>()
    for (const file of files.filter((each) => /^\/(?:data|iiif)\/.*\.json$/.test(each)))
      for (const [, origin, path] of readFileSync(folder + file, 'utf8').matchAll(
        /"(http:\/\/localhost:\d+)?(\/(?:media\/|iiif\/scan\/|api\/)[^"?{#\\]*)/g,
      )) {
        // The id of an image service is the folder of its info.json (Image API 3 §2).
        const isThere = have.has(path!) || have.has(`${path}/info.json`)
        const isOfUs = origin === undefined || origin === host.baseUrl
        if (isOfUs && !isThere) dead.set(path!, file)
      }
    expect([...dead].slice(0, 10)).toEqual([])
  })

  test('has no live page', () => {
    const pages = files.filter((file) => file.endsWith('/index.html')).map((file) => file.slice(0, -10))
    expect(pages.filter((address) => isLivePage(address))).toEqual([])
  })
})

/** One page of each kind: of each folder the index, a page within it, and one of its further pages. */
function kindsOfPages(): string[] {
  const addresses = files.filter((file) => file.endsWith('/index.html')).map((file) => file.slice(0, -10))
  const kinds = Map.groupBy(addresses, (address) => {
    const [, kind, ...within] = address.split('/')
    return `${kind} ${within.length}`
  })
  const pages = [...kinds.values()].map((same) => same.sort()[Math.floor(same.length / 2)]!)
  const { item, location } = trail
  return [...pages, itemAddress(item.id), '/search/?q=harbour', `/?overview=${location}`, `/?item=${item.id}`]
}

/** Links that a visitor sees, to pages of the site that are not there. */
const deadLinks = async (page: Page): Promise<string[]> => {
  const links = await page
    .locator('a[href]:visible, form[action]:visible')
    .evaluateAll((all) =>
      all.map((each) => new URL(each.getAttribute('href') ?? each.getAttribute('action')!, document.baseURI).href),
    )
  const own = links.filter((link) => link.startsWith(`${host.baseUrl}/`))
  return [...new Set(own)].filter((link) => !existsSync(folder + fileOf(link)))
}

/** Loads every picture. Returns those that are broken. */
const brokenPictures = (page: Page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    return [...document.images].filter(({ src, naturalWidth }) => src && !naturalWidth).map(({ src }) => src)
  })

test('one page of each kind is whole, and offers nothing that needs a server', async () => {
  const all = kindsOfPages()
  expect(all.length).toBeGreaterThan(20)
  const kinds = sampleOf(all, 3)
  const page = await site.open('/about/')
  for (const address of kinds) {
    await page.goto(host.baseUrl + address, { waitUntil: 'networkidle' })
    await expect.poll(() => page.locator('astro-island[ssr]').count(), { message: `islands of ${address}` }).toBe(0)
    await main(page).getByRole('heading').first().waitFor()
    expect.soft(await brokenPictures(page), address).toEqual([])
    expect.soft(await deadLinks(page), address).toEqual([])
    const notices = page.getByText(/can't reach|does not answer|last update/i).filter({ visible: true })
    expect.soft(await notices.allInnerTexts(), address).toEqual([])
    const offers = page.getByRole('link', { name: /^(?:log in|register|contribute)$/i })
    expect.soft(await offers.allInnerTexts(), address).toEqual([])
  }
}, 240_000)

test('words are found while they are typed, and lead to results and a record', async () => {
  const page = await site.open('/about/')
  const box = page.getByRole('banner').getByLabel('Search the archive')
  await box.click()
  await box.pressSequentially('harbour')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await main(page)
    .getByRole('status')
    .getByText(/^\d+ results/)
    .waitFor()
  await main(page).getByRole('heading', { level: 3 }).getByRole('link').first().press('Enter')
  await page.waitForURL(/\/\d+\/(?:[?#]|$)/)
  await main(page).getByRole('heading', { level: 1 }).waitFor()
})

test('an old map lies over the town, from files', async () => {
  const page = await site.open('/')
  await page.getByRole('checkbox', { name: /Town map 1879/ }).check()
  const tiles = page.locator('.leaflet-tile[src*="/media/tiles/"]')
  await expect.poll(() => tiles.count()).toBeGreaterThan(4)
  await expect
    .poll(() => tiles.evaluateAll((all) => all.filter((tile) => !(tile as HTMLImageElement).naturalWidth).length))
    .toBe(0)
})

test('a picture opens in the viewer, and is zoomed by keyboard', async () => {
  const page = await site.open(itemAddress(trail.item.id))
  await page.locator('#picture-1').press('Enter')
  await shown(page)
  const scale = page.locator('.viewer-scale')
  const before = await scale.innerText()
  await page.keyboard.press('+')
  await expect.poll(() => scale.innerText()).not.toBe(before)
})
