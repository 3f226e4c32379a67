import type { Page } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { expectFocused } from '../browser/focus.ts'
import { expectAxeClean, expectContrast, useSite } from '../browser/site.ts'
import { openMap, restingAddress } from './live-map.ts'

const site = useSite()
const baseUrl = inject('baseUrl')

const pill = (page: Page) => page.locator('.year-pill button[aria-expanded]')
const panel = (page: Page) => page.getByRole('region', { name: 'Year on the map' })
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Year', exact: true })
const inYear = (page: Page, year: number) =>
  page.locator('#map-year').filter({ has: page.getByRole('heading', { name: `In ${year}`, exact: true, level: 2 }) })
const legendBox = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const query = async (page: Page) => new URL(await restingAddress(page)).searchParams

async function openPanel(page: Page) {
  await pill(page).click()
  await panel(page).waitFor()
}

/** A place with an owner or an occupant in a year, from the page of the year. */
async function knownPlace(year: number) {
  const html = await (await fetch(`${baseUrl}/years/${year}/`)).text()
  const row = /<tr><td data-label="Place"><a href="(\/zone-overview\/(\d+)\/[^"]*)">([^<]+)<\/a>/.exec(html)!
  return { pk: Number(row[2]), name: row[3]! }
}

describe('one control of the years', () => {
  test('a year that is typed is the map’s, the side bar’s, the media’s and the link’s; the pill drops it', async () => {
    const { page } = await openMap(site)
    expect(await pill(page).textContent()).toBe('Any time')
    await openPanel(page)
    await field(page).fill('1871')
    await expect.poll(() => pill(page).textContent()).toBe('1871')
    await inYear(page, 1871)
      .getByRole('heading', { name: /^Places in 1871/ })
      .waitFor()
    expect(await page.getByLabel('From year').inputValue()).toBe('1871')
    expect((await query(page)).get('year')).toBe('1871')
    expect(await legendBox(page, 'Town plan 1856').isChecked()).toBe(true)
    await page
      .getByRole('status')
      .filter({ hasText: /^1871: [\d,]+ places?, [\d,]+ owners? known$/ })
      .waitFor()

    await page.getByRole('button', { name: 'Back to any time' }).click()
    await expectFocused(pill(page))
    await page.locator('#map-year').waitFor({ state: 'detached' })
    expect((await query(page)).has('year')).toBe(false)
    expect(await legendBox(page, 'Town plan 1856').isChecked()).toBe(false)
  })

  test('a wrong year says why by the field', async () => {
    const { page } = await openMap(site)
    await openPanel(page)
    for (const typed of ['1500', 'abcd']) {
      await field(page).fill(typed)
      await panel(page)
        .getByRole('alert')
        .filter({ hasText: /^Type a year from 1830 to \d{4}\.$/ })
        .waitFor()
      expect(await field(page).getAttribute('aria-invalid')).toBe('true')
    }
    await expectAxeClean(page)
    expect(await pill(page).textContent()).toBe('Any time')
  })

  test('with keys only: the slider by one and ten and to its ends, a span, and Escape', async () => {
    const { page } = await openMap(site)
    await pill(page).focus()
    await page.keyboard.press('Enter')
    const slider = panel(page).getByRole('slider', { name: 'Year', exact: true })
    await slider.focus()
    const press = async (key: string) => {
      await page.keyboard.press(key)
      return Number(await slider.inputValue())
    }
    const start = Number(await slider.inputValue())
    expect(await press('ArrowRight')).toBe(start + 1)
    expect(await press('PageUp')).toBe(start + 11)
    expect(await press('PageDown')).toBe(start + 1)
    expect(await press('Home')).toBe(1830)
    expect(await press('End')).toBe(new Date().getFullYear())
    await panel(page).getByRole('radio', { name: 'A year' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await panel(page).getByRole('radio', { name: 'A span' }).isChecked()).toBe(true)
    await panel(page).getByRole('slider', { name: 'Start year' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => pill(page).textContent()).toMatch(/^\d{4}–\d{4}$/)
    expect((await query(page)).get('years')).toMatch(/^\d{4}-\d{4}$/)
    await expectAxeClean(page)
    await page.keyboard.press('Escape')
    await expectFocused(pill(page))
    expect(await panel(page).count()).toBe(0)
  })

  test('the old map of the time can be switched off, and stays off for the visit', async () => {
    const { page } = await openMap(site, '/?base=osm&year=1870')
    await page.getByText('Map of 1856', { exact: true }).waitFor()
    await openPanel(page)
    await panel(page).getByRole('checkbox', { name: 'Map of 1856: Town plan' }).uncheck()
    await field(page).fill('1890')
    await panel(page).getByRole('checkbox', { name: 'Map of 1879: Town map' }).waitFor()
    expect(await legendBox(page, 'Town map 1879').isChecked()).toBe(false)
    await page.goto(`${baseUrl}/?base=osm&year=1870`)
    await inYear(page, 1870).waitFor()
    expect(await legendBox(page, 'Town plan 1856').isChecked()).toBe(false)
  })

  test('play goes on until anything is touched, and is not offered with reduced motion', async () => {
    const { page } = await openMap(site)
    await openPanel(page)
    await field(page).fill('1860')
    const button = panel(page).locator('.year-play')
    // Tabs are set to reduced motion, so that nothing moves in journeys.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await button.click()
    await expect.poll(() => button.textContent()).toBe('Stop')
    await expect.poll(async () => Number(await pill(page).textContent())).toBeGreaterThan(1861)
    await page.keyboard.press('Shift')
    await expect.poll(() => button.textContent()).toBe('Play')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await button.waitFor({ state: 'hidden' })
  })

  test('two years side by side, each with the map of its time', async () => {
    const { page } = await openMap(site, '/?base=osm&year=1870')
    await openPanel(page)
    await panel(page).getByRole('button', { name: 'Two years side by side' }).click()
    const compare = page.getByRole('region', { name: 'Compare two maps' })
    expect(await compare.getByLabel('Left year').inputValue()).toBe('1870')
    await compare.getByLabel('Right year').fill('1890')
    await expect.poll(async () => (await query(page)).get('sides')).toBe('1870,1890')
    expect((await query(page)).get('compare')).toMatch(/^town-1856,town-1879,/)
    await expectAxeClean(page)
    await compare.getByRole('button', { name: 'End the comparison' }).click()
    await compare.waitFor({ state: 'detached' })
    expect((await query(page)).has('sides')).toBe(false)
    expect(await pill(page).textContent()).toBe('1870')
  })
})

describe('"In 1871" in the side bar', () => {
  test('places zoom and open, a year without records offers the nearest', async () => {
    const { page } = await openMap(site, '/?base=osm&year=1871', {
      routes: (context) => context.route('**/years/1846/', (route) => route.fulfill({ status: 404 })),
      expected: /years\/1846|status of 404/,
    })
    const { name } = await knownPlace(1871)
    await inYear(page, 1871).getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('dialog', { name }).waitFor()
    expect((await query(page)).get('overview')).toBeTruthy()
    await page.keyboard.press('Escape')
    await openPanel(page)
    await field(page).fill('1846')
    await page.getByText('Nothing is recorded of 1846.').waitFor()
    await expectAxeClean(page)
    const nearest = page.locator('.year-nearest').getByRole('link').first()
    const year = Number(await nearest.textContent())
    await nearest.click()
    await inYear(page, year)
      .getByRole('heading', { name: `Places in ${year}` })
      .waitFor()
  })

  test('pages of places are turned with keys, and only the side bar scrolls', async () => {
    const { page } = await openMap(site, '/?base=osm&year=1871')
    const pages = inYear(page, 1871).getByRole('navigation', { name: 'Pages of places' })
    await pages.getByRole('link').last().focus()
    await page.keyboard.press('Enter')
    await pages.getByText('Page 2 of 2').waitFor()
    const places = inYear(page, 1871).locator('.year-page > [tabindex]')
    expect(await places.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await inYear(page, 1871).locator('#in-year').count()).toBe(1)
    expect(await page.locator('#map-home').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    await expectAxeClean(page)
  })

  test('that it can’t be loaded is said, and can be tried again', async () => {
    const { page } = await openMap(site, '/?base=osm', {
      routes: (context) => context.route('**/years/1871/', (route) => route.fulfill({ status: 500 })),
      expected: /years\/1871|status of 500/,
    })
    await openPanel(page)
    await field(page).fill('1871')
    const alert = page.getByRole('alert').filter({ hasText: 'What is recorded of 1871 can’t be loaded.' })
    await page.getByText("What is recorded of 1871 can't be loaded.").waitFor()
    await expectAxeClean(page)
    await page.context().unroute('**/years/1871/')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await inYear(page, 1871)
      .getByRole('heading', { name: /^Places in 1871/ })
      .waitFor()
    expect(await alert.count()).toBe(0)
  })
})

test('with fingers, at 390 pixels: who lived there in 1871 within three taps, and a link that shows it', async () => {
  const { page } = await openMap(site, '/?base=osm', { width: 390, touch: true })
  const boxes = await page.locator('.year-pill, .map-tools, .map-zoom, .sheet-head').evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      expect(
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
      ).toBe(true)
  await pill(page).tap()
  await field(page).tap()
  await page.keyboard.type('1871')
  await page.getByRole('button', { name: /^1871: [\d,]+ places, [\d,]+ owners known$/ }).tap()
  await inYear(page, 1871)
    .getByRole('heading', { name: /^Places in 1871/ })
    .waitFor()
  await inYear(page, 1871).locator('td[data-label=Occupants] a').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await (colorScheme === 'light' ? expectAxeClean(page) : expectContrast(page))
  }
  const link = await restingAddress(page)
  const cousin = await site.open(new URL(link).pathname + new URL(link).search, { width: 390, touch: true })
  await cousin.getByRole('button', { name: /^1871: / }).waitFor()
})

test('the welcome invites to years, without a script too', async () => {
  const page = await site.open('/')
  const links = page.locator('.welcome .year-links a')
  expect(await links.count()).toBeGreaterThan(2)
  const year = await links.nth(1).textContent()
  await links.nth(1).click()
  await expect.poll(() => pill(page).textContent()).toBe(year)
  const plain = await site.open('/', { javaScript: false })
  const href = await plain.locator('.year-links a:visible').first().getAttribute('href')
  expect(href).toMatch(/^\/years\/\d{4}\/$/)
  expect((await fetch(baseUrl + href)).status).toBe(200)
})
