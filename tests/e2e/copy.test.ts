import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyAddress } from '#release/copy/addresses.ts'
import { openFolderWriter } from '#release/copy/folder-writer.ts'
import { makeCopy } from '#release/copy/make-copy.ts'
import { openMadeFrom } from '../../scripts/build-site/made-from.ts'
import { CHROMIUM_ARGS, findHeadless } from '../runner/chromium.ts'
import { ALL, sampleOf } from '../setup/length.ts'
import { hasFirefox, openFirefox } from './browser/firefox.ts'

/** A copy of the demo town, opened from a disk. In a folder whose name needs escaping. */
const [NAME, LIVE] = ['Ü #1 50%', 'https://archive.example']
/** Of each kind of page one: opened, and looked through. */
const KINDS = [
  ...['/', '/collection/', '/itemview/28/', '/itemview/1/', '/person-overview/1/', '/org-overview/2/'],
  ...['/zone-overview/123/', '/people/', '/places/', '/organizations/', '/subjects/', '/subjects/1/', '/collections/'],
  ...['/collections/1/', '/decades/', '/decades/1890s/', '/types/photograph/', '/stories/', '/stories/1/', '/about/'],
  ...['/search/?q=harbour', '/?zone=123', '/?overview=123', '/?item=28'],
]

let folder = ''
let browser: Browser
let missing: string[] = []
const problems: string[] = []
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'lotline-copy-')), NAME)
  const { archive, readApi } = openMadeFrom({ dataDir: inject('dataDir') }, inject('baseUrl'))
  // To make every size of every picture takes minutes, and is tested elsewhere: here most are one grey picture.
  const grey = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
    .webp()
    .toBuffer()
  const isReal = (address: string) => ALL || !/\/media\/(?:scan|person)\//.test(address) || /\/28[-.]/.test(address)
  const writer = await openFolderWriter(folder, { now: new Date() })
  const copied = await makeCopy({
    ...{ archive, live: LIVE, day: '26 November 2026', folder: writer.below('site'), maps: true, small: false },
    site: realpathSync(join(inject('dataDir'), 'site/current')),
    readApi: async (address) => (isReal(address) ? await readApi(address) : grey),
  })
  missing = copied.missing
  await writer.finish()
  browser = await chromium.launch({ executablePath: findHeadless()!, args: CHROMIUM_ARGS })
}, 300_000)
afterAll(async () => {
  await browser?.close()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

function fileOf(address: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address)!
  return pathToFileURL(join(folder, 'site', copyAddress(path, { live: LIVE, digits: 1 }))).href + rest
}

/** Opens a page of the copy in a browser without a network. Everything that goes wrong is a problem of the test. */
async function open(address: string): Promise<Page> {
  problems.length = 0
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const report = (problem: string) => void problems.push(`${address}: ${problem}`)
  await context.route(/^(?:https?|wss?):/, (route) => {
    report(`asks the network for ${route.request().url()}`)
    return route.abort()
  })
  const page = await context.newPage()
  page.on('requestfailed', (request) => report(`${request.url()} ${request.failure()?.errorText}`))
  page.on('console', (message) => message.type() === 'error' && report(message.text()))
  page.on('pageerror', (error) => report(error.message))
  await page.goto(fileOf(address))
  return page
}
async function close(page: Page): Promise<void> {
  // A popup reads its page in a frame: closed before that has loaded, the browser would report it as broken off.
  await expect.poll(() => page.frames().length).toBe(1)
  await page.context().close()
  expect(problems).toEqual([])
}

test.each(sampleOf(KINDS, 2))('%s opens whole, from the disk alone', async (address) => {
  const page = await open(address)
  await expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0)
  if (/\/\?(?:overview|item)=/.test(address))
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor()
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
  const broken = await page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth, src }) => src && complete && !naturalWidth)
      .map(({ src }) => src),
  )
  expect(broken).toEqual([])
  expect(await page.getByText('Copy of the archive of 26 November 2026').first().isVisible()).toBe(true)
  expect(await page.getByText(/can't reach|does not answer|last update/i).count(), 'no server is missed').toBe(0)
  expect(await page.getByRole('link', { name: /Log In|Contribute|feed/ }).count()).toBe(0)
  await close(page)
})

test.each(sampleOf([390, 820, 1440], 3))(
  'the note that this is a copy covers nothing of the map page, at %i px',
  async (width) => {
    const page = await open('/')
    await page.setViewportSize({ width, height: 844 })
    const header = page.getByRole('banner')
    const boxes = await Promise.all([
      header.getByRole('link', { name: /^Copy of the archive/ }).boundingBox(),
      header.getByRole('link').first().boundingBox(),
      header.getByRole('button', { name: 'Search' }).boundingBox(),
    ])
    const [note, ...others] = boxes.map((box) => box!)
    expect(note!.x + note!.width).toBeLessThanOrEqual(width)
    for (const other of others)
      expect(
        note!.x >= other.x + other.width ||
          other.x >= note!.x + note!.width ||
          note!.y >= other.y + other.height ||
          other.y >= note!.y + note!.height,
      ).toBe(true)
    await close(page)
  },
)

test('is made of all that the archive has', () => expect(missing).toEqual([]))

test('words are searched and corrected, and a result opens', async () => {
  const page = await open('/about/')
  const box = page.getByRole('banner').getByLabel('Search the archive')
  await box.click()
  await box.pressSequentially('harbour')
  await page.getByRole('option').first().waitFor()
  await box.press('Enter')
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'harbour' }).waitFor()
  const first = page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /harbour/i })
    .first()
  await first.waitFor()
  await first.click()
  await page.waitForURL(/\/(?:itemview|zone-overview|collections|subjects|stories|person-overview|org-overview)\//)
  await close(page)
})

test('the collection is filtered, by address and by hand', async () => {
  const page = await open('/collection/?from=1840&to=1849')
  const count = page.getByRole('status').filter({ hasText: /\d+ results?/ })
  await count.first().waitFor()
  const before = await count.first().innerText()
  await page.getByRole('searchbox', { name: 'Search the items' }).fill('mill')
  await expect.poll(() => count.first().innerText()).not.toBe(before)
  await close(page)
})

test('a zone opens by double click and by keyboard, an item of it over the map, and Back closes it', async () => {
  const page = await open('/?zone=123')
  const canvas = page.locator('#map-canvas')
  await page.waitForFunction(() => performance.getEntriesByName('map-usable').length > 0)
  const box = (await canvas.boundingBox())!
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { level: 2 }).first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await canvas.focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { level: 2 }).first().waitFor()
  await close(page)
})

test('old maps lie over the town, two are compared', async () => {
  const page = await open('/')
  await page.getByRole('checkbox', { name: /Town map 1879/ }).check()
  await expect
    .poll(() =>
      page
        .locator('.leaflet-tile')
        .evaluateAll((tiles) => tiles.length > 4 && tiles.every((tile) => (tile as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  await page.getByRole('button', { name: 'Compare two maps' }).click()
  await page.getByRole('slider', { name: /Divider between/ }).waitFor()
  expect(await page.getByRole('option', { name: 'OpenStreetMap' }).count()).toBe(0)
  await close(page)
})

test('a picture opens in the viewer, and is zoomed by keyboard', async () => {
  const page = await open('/itemview/28/')
  await page.locator('#picture-1').click()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: /Zoom in/i }).waitFor()
  await page.keyboard.press('+')
  await viewer.locator('canvas').first().waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await close(page)
})

test('without a script, pages, pictures and links are there', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(fileOf('/places/'))
  await page
    .getByRole('link', { name: /Main Street/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(page.url()).toMatch(/index\.html/)
  await context.close()
})

test.skipIf(!hasFirefox)('in Firefox, where each file is an origin of its own', async () => {
  const firefox = await openFirefox()
  const fontsAreThere = () => expect.poll(() => firefox.evaluate('document.fonts.status')).toBe('loaded')
  const goto = (address: string) => firefox.goto(fileOf(address)).then(fontsAreThere) // A font that is aborted is an error.
  try {
    for (const address of ALL ? KINDS : KINDS.filter((_, at) => at % 3 === 0)) {
      await goto(address)
      await expect.poll(() => firefox.evaluate('document.querySelectorAll("astro-island[ssr]").length')).toBe(0)
      const broken =
        '[...document.images].filter(({ src, complete, naturalWidth }) => src && complete && !naturalWidth).map(({ src }) => src)'
      expect(await firefox.evaluate(broken), address).toEqual([])
      expect(firefox.problems(), address).toEqual([])
    }
    await goto('/search/?q=harbour')
    await expect.poll(() => firefox.evaluate('document.querySelector("main").innerText')).toMatch(/Page 1 of \d+/)
    await goto('/collection/?from=1840&to=1849')
    await expect.poll(() => firefox.evaluate('document.querySelector("main").innerText')).toMatch(/\d+ results?/)
    await goto('/?zone=123&maps=town-1879')
    await expect
      .poll(() =>
        firefox.evaluate('[...document.querySelectorAll(".leaflet-tile")].filter((one) => one.naturalWidth).length'),
      )
      .toBeGreaterThan(4)
    const middle = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.querySelector('#map-canvas').getBoundingClientRect())`
    const [x, y] = await firefox.evaluate<[number, number]>(middle)
    await firefox.doubleClick(Math.round(x), Math.round(y))
    await expect.poll(() => firefox.evaluate('document.querySelector("dialog[open] h2")?.innerText ?? ""')).not.toBe('')
    await goto('/itemview/28/')
    await firefox.evaluate(`document.querySelector('#picture-1').click()`)
    await expect
      .poll(() => firefox.evaluate('document.querySelectorAll("dialog[open] canvas").length'))
      .toBeGreaterThan(0)
    expect(firefox.problems()).toEqual([])
  } finally {
    await firefox.close()
  }
})
