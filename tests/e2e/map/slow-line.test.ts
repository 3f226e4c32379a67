import type { BrowserContext } from 'playwright'
import { expect, test } from 'vitest'
import { useSite } from '../browser/site.ts'
import { liveMap, untilUsable } from './live-map.ts'

const site = useSite()
const TOOLS = /\/SideBar\.[\w-]+\.js/
const REACT = /\/react\.[\w-]+\.js/

/** The map's own, without React. */
const SCRIPT = /\/MapLayout\.[\w.-]+\.js/

/** Delays scripts, those of the side bar if no others are meant, until `come` is called. */
function heldBack(scripts = TOOLS) {
  let come = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  const routes = (context: BrowserContext) =>
    context.route(scripts, async (route) => {
      await coming
      await route.continue()
    })
  return { come, routes }
}

test('checks, toggles and typing before hydration are replayed after it', async () => {
  const { come, routes } = heldBack()
  const page = await site.open('/', { routes })
  const { section, expectOpen } = liveMap(page)
  // The welcome is over the map, and only the side bar is late.
  await page.locator('#over-map[data-live]').waitFor()
  const map = section('Legend').getByRole('checkbox').nth(1)
  await map.check()
  await section('Legend').getByRole('radio', { name: 'OpenStreetMap' }).check()
  await section('Organization Search').getByRole('heading', { level: 2 }).click()
  const box = section('Address Search').getByLabel('Search locations')
  await box.click()
  await page.keyboard.type('main')
  const welcome = page.getByRole('button', { name: 'Close the welcome' })
  expect(await welcome.isVisible(), 'closed by the first use').toBe(false)
  come()
  await untilUsable(page)
  await section('Address Search').getByRole('button', { name: 'Zoom to Zone' }).first().waitFor()
  expect(await box.inputValue()).toBe('main')
  expect(await map.isChecked()).toBe(true)
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?base=osm&maps=[\w-]+$/)
  await expectOpen('Legend', true)
  await expectOpen('Images & Media', false)
  await expectOpen('Organization Search', true)
  expect(await page.getByRole('button', { name: 'Close the welcome' }).count()).toBe(0)
})

test('the map answers before React is there; what is opened meanwhile is drawn when it has come', async () => {
  const { come, routes } = heldBack(REACT)
  const page = await site.open('/', { routes })
  await page.waitForFunction(() => performance.getEntriesByName('map-usable').length > 0)
  const { map, expectOpen } = liveMap(page)
  await map.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.waitForURL(/[?&]zone=\d+/)
  expect(await page.locator('#map-side[data-live]').count()).toBe(0)
  come()
  await untilUsable(page)
  await expectOpen('Images & Media', true)
})

test('an Escape as soon as the map says that it is live closes the welcome', async () => {
  const page = await site.open('/', {
    prepare: (context) =>
      context.addInitScript(() => {
        new MutationObserver((changes) => {
          if (changes.some(({ target }) => (target as Element).id === 'over-map'))
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
        }).observe(document, { subtree: true, attributeFilter: ['data-live'] })
      }),
  })
  await untilUsable(page)
  await page.getByRole('button', { name: 'Close the welcome' }).waitFor({ state: 'detached' })
})

test('the map comes too in a browser that does not know modulepreload, and tells nothing of such links', async () => {
  const page = await site.open('/', {
    routes: (context) =>
      context.addInitScript(() => {
        DOMTokenList.prototype.supports = (token) => token !== 'modulepreload'
        for (const name of ['onload', 'onerror']) Object.defineProperty(HTMLLinkElement.prototype, name, { set() {} })
      }),
  })
  await page.waitForFunction(() => performance.getEntriesByName('map-usable').length > 0)
})

test('a map whose script fails to load says so, and the side bar works', async () => {
  const page = await site.open('/', {
    routes: (context) => context.route(SCRIPT, (route) => route.abort()),
    expected: /net::ERR_FAILED/,
  })
  await page.getByText("The map's tools didn't load.").waitFor()
  await page.locator('#map-side[data-live]').waitFor()
  await liveMap(page).section('Address Search').getByLabel('Search locations').fill('main')
})

test('tools whose script fails to load say so, and the map works', async () => {
  const page = await site.open('/', {
    routes: (context) => context.route(TOOLS, (route) => route.abort()),
    expected: /net::ERR_FAILED|Error hydrating/,
  })
  await page.getByText("The map's tools didn't load.").waitFor()
  await page.getByRole('link', { name: 'Reload the page' }).waitFor()
  await page.locator('.map-hover-label').getByText('Hover over a location').waitFor()
})
