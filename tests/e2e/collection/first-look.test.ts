import type { BrowserContext } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import type { ItemFacets } from '#contract/item-facets.ts'
import { PAGING } from '#contract/limits.ts'
import { resultsText } from '#islands/collection/messages.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { useSite } from '../browser/site.ts'
import { sampleOf } from '../../setup/length.ts'
import { askItems, openCollection, untilShown } from './live-collection.ts'

const site = useSite()
const ADDRESS = '/collection/'

/** Astro writes each value of an island's props as its kind (1: a list) and itself. */
const islandProps = (text: string) => {
  const revive = ([kind, value]: [number, unknown]): unknown =>
    kind === 1 ? (value as []).map(revive) : reviveObject(value)
  const reviveObject = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each as [number, unknown])]))
      : value
  return reviveObject(JSON.parse(text))
}

describe('before the script', () => {
  test('the first results are there, and all counts', async () => {
    const html = await (await fetch(site.baseUrl + ADDRESS)).text()
    const told = /props="([^"]*)"/.exec(html)![1]!.replaceAll('&quot;', '"').replaceAll('&#34;', '"')
    const { first } = islandProps(told.replaceAll('&amp;', '&')) as { first: { count: number; facets: ItemFacets } }
    const { count, facets } = first
    const answer = await fetch(`${site.baseUrl}/api/items/facets/?visibility=published`)
    const live = (await answer.json()) as ItemFacets
    // Two of them were published after the build; journeys publish more.
    expect(count).toBe(inject('published').items - 2)
    expect(facets.decades.map(({ decade }) => decade)).toEqual(live.decades.map(({ decade }) => decade))
    const late = live.count - count
    for (const [at, { count: of }] of facets.decades.entries())
      expect(live.decades[at]!.count - of).toBeLessThanOrEqual(late)
    expect(facets.types.map(({ type }) => type)).toEqual(live.types.map(({ type }) => type))
    expect(facets.subjects.slice(0, 5)).toEqual(live.subjects.slice(0, 5))
    const { results } = await askItems(site, 'page=1&sort=pictures')
    const links = [...html.matchAll(/<h3><a href="(\/itemview\/\d+\/)"/g)].map(([, href]) => href)
    expect(links).toEqual(results.map(({ id }) => itemAddress(id)))
    expect(links).toHaveLength(PAGING.collection)
  })

  test('on a phone the first result begins in the upper half, below one search and one Log In', async () => {
    const page = await site.open(ADDRESS, { width: 390, touch: true })
    await untilShown(page)
    const top = await page
      .locator('.card')
      .first()
      .evaluate((card) => card.getBoundingClientRect().top)
    expect(top).toBeLessThan(422)
    expect(await page.getByRole('search').filter({ visible: true }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Log In' }).filter({ visible: true }).count()).toBe(1)
    const tops = await page
      .locator('.results-head > :not(.visually-hidden)')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
      )
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8)
  })

  test('a search submitted before it loads reloads this page', async () => {
    const page = await site.open(ADDRESS, {
      routes: (context) => context.route(/\/_astro\/.*\.js/, (route) => route.abort()),
      expected: /ERR_FAILED|Failed to fetch/,
    })
    await page.getByRole('search', { name: 'Items' }).getByLabel('Search the items').fill('wharf')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/collection/?q=wharf')
  })

  test('typed text and focus are kept', async () => {
    let release = () => {}
    const gate = new Promise<void>((open) => (release = open))
    const page = await site.open(ADDRESS, {
      routes: (context) => context.route(/\/_astro\/.*\.js/, async (route) => (await gate, route.continue())),
    })
    const box = page.getByRole('search', { name: 'Items' }).getByLabel('Search the items')
    await box.click()
    await page.keyboard.type('wharf')
    await page.keyboard.press('ArrowLeft')
    release()
    await untilShown(page)
    const { count } = await askItems(site, 'search=wharf')
    await page.getByRole('heading', { level: 2, name: resultsText(count) }).waitFor()
    expect(await box.inputValue()).toBe('wharf')
    await page.keyboard.type('x')
    expect(await box.inputValue(), 'the caret stands where it stood').toBe('wharxf')
  })
})

type Shifts = typeof globalThis & { jumped: number }

/** Sums up in `jumped` how far things jump on a page (Cumulative Layout Shift). */
function observeShifts() {
  const seen = globalThis as Shifts
  seen.jumped = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.jumped += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

describe.each(sampleOf([390, 820, 1440], 2))('nothing jumps, %i pixels wide', (width) => {
  const prepare = (context: BrowserContext) => context.addInitScript(observeShifts)

  test('when the script takes over', async () => {
    let release = () => {}
    const gate = new Promise<void>((open) => (release = open))
    const page = await site.open(ADDRESS, {
      width,
      prepare,
      routes: (context) => context.route(/\/_astro\/.*\.js/, async (route) => (await gate, route.continue())),
    })
    const titles = page.getByRole('region', { name: 'Results' }).getByRole('heading', { level: 3 })
    const before = await titles.allInnerTexts()
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise(requestAnimationFrame)
      ;(globalThis as Shifts).jumped = 0
    })
    release()
    await untilShown(page)
    expect(await titles.allInnerTexts()).toEqual(before)
    expect(await page.evaluate(() => (globalThis as Shifts).jumped)).toBeLessThan(0.003)
  })

  test('when the fonts come after the page', async () => {
    const later = () => new Promise((resolve) => setTimeout(resolve, 500))
    const page = await site.open(ADDRESS, {
      width,
      prepare,
      routes: (context) => context.route(/\.woff2$/, async (route) => (await later(), route.continue())),
    })
    await page.evaluate(async () => {
      await document.fonts.ready
      // A shift is reported with the frame after it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    })
    // A title may break elsewhere in another font. When a part of the header took another row, it was 0.7.
    expect(await page.evaluate(() => (globalThis as Shifts).jumped)).toBeLessThan(0.05)
  })
})

test('the page is accessible as it opens, and has everything of the spec', async () => {
  const { page, refine, results, untilAll } = await openCollection(site)
  await untilAll()
  for (const name of ['People Tags', 'Subject Tags', 'Organization Tags'])
    expect(await refine.getByRole('combobox', { name }).count(), name).toBe(1)
  for (const name of ['Time', 'Type', 'Collection']) await refine.getByRole('region', { name, exact: true }).waitFor()
  expect(await refine.getByRole('slider').count()).toBe(2)
  for (const name of ['People Tags', 'Subject Tags'])
    expect(await refine.getByRole('group', { name }).getByRole('radio').count(), name).toBe(2)
  const login = page.locator('#collection-live').getByRole('link', { name: 'Log In' })
  const header = page.getByRole('banner').getByRole('link', { name: 'Log In' })
  expect(await login.getAttribute('href')).toBe(await header.getAttribute('href'))
  await results
    .getByRole('navigation')
    .getByText(/^Page 1 of \d+$/)
    .waitFor()
})

test('without scripts the links are there, and no dead controls', async () => {
  const page = await site.open(`${ADDRESS}?type=postcard`, { javaScript: false })
  expect(await page.getByRole('main').innerText()).toContain('Searching and filtering need JavaScript.')
  expect(await page.getByRole('search', { name: 'Items' }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Refine Your Search' }).isVisible()).toBe(false)
  for (const name of ['By decade', 'By collection', 'By subject', 'Newly in the archive'])
    expect(await page.getByRole('heading', { name, exact: true }).isVisible(), name).toBe(true)
  await page
    .getByRole('navigation', { name: 'Types' })
    .getByRole('link', { name: /^Postcards/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Postcards' }).waitFor()
})
