import type { Page } from 'playwright'
import { beforeAll, expect, inject, test } from 'vitest'
import {
  ADDRESS,
  itemAddress,
  organizationAddress,
  personAddress,
  yearAddress,
  zoneAddress,
} from '#rules/addresses/page-addresses.ts'
import { findTrail } from '../e2e/browser/records.ts'
import type { Trail } from '../e2e/browser/records.ts'
import { traced } from '../bench/map/trace.ts'
import { useSite } from '../e2e/browser/site.ts'
import { OPENED_ITEM, pageWeight, scriptsOf, USER_MENU } from './page-weight.ts'

/** Bytes of HTML and CSS after brotli, without pictures and fonts. The item page’s is the issue’s own bound of 13,000 and what recordings and texts have added; lists grow with the archive. */
const BUDGETS: Record<string, { most: number; address: (trail: Trail) => string }> = {
  item: { most: 13_320, address: ({ item }) => itemAddress(item.id) },
  person: { most: 14_000, address: ({ person }) => personAddress(person) },
  organization: { most: 14_000, address: ({ organization }) => organizationAddress(organization) },
  zone: { most: 16_000, address: ({ location }) => zoneAddress(location) },
  register: { most: 10_000, address: () => ADDRESS.register },
  people: { most: 20_000, address: () => ADDRESS.people },
  places: { most: 20_000, address: () => ADDRESS.places },
  // With the plan of the town and 200 places.
  year: { most: 26_000, address: () => yearAddress(1870) },
}
/**
 * The map page after brotli: its HTML and CSS, and all JavaScript that it can come to load (issue 12). An item that is opened over it brings more, once:
 * its card, and for its pictures the viewer that item pages have (tests/budgets/viewer.test.ts).
 */
const MAP = { page: 40_000, scripts: 176_000, openedItem: 11_120 } as const
/** The collection page, which is drawn in its live form and for browsers without scripts (issue 12 bounds its scripts). */
const COLLECTION = { page: 22_800, scripts: 120_900 } as const
/**
 * Files of scripts that a page asks for by itself: over HTTP/1.1 six at a time, each with 2 kB of headers. The map's own come before those of its islands,
 * and bytes of them after brotli.
 */
const FILES = { map: 16, collection: 19, mapScript: 6, mapScriptBytes: 70_600 } as const
/** Bytes of code in a page with islands: 4,500 of them are Astro's own, and one guard hides what is not what a visitor came for, such as the welcome before a popup that a link names. */
const ISLAND_INLINE_SCRIPT = 5_450
/** Bytes of code in a page: what waits for the search box, or for a part of a record, to be touched, and the list that an item was opened from. */
const INLINE_SCRIPT = 1_240

const site = useSite()
const baseUrl = inject('baseUrl')
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(baseUrl)
})

test.each(Object.entries(BUDGETS))(
  'the %s page keeps to its bytes of HTML and CSS, and has no script',
  async (_, { most, address }) => {
    const weight = await pageWeight(baseUrl, address(trail))
    const table = JSON.stringify(weight)
    expect(weight.html + weight.css, table).toBeLessThanOrEqual(most)
    expect(weight.scripts, table).toBe(0)
    expect(weight.inlineScript, table).toBeLessThanOrEqual(INLINE_SCRIPT)
  },
)

test('the map page keeps to its bytes, with every script that it can come to load', async () => {
  const { html, css, inlineScript } = await pageWeight(baseUrl, ADDRESS.map)
  expect(html + css).toBeLessThanOrEqual(MAP.page)
  expect(inlineScript).toBeLessThanOrEqual(ISLAND_INLINE_SCRIPT)
  const all = await scriptsOf(baseUrl, ADDRESS.map)
  const scripts = await scriptsOf(baseUrl, ADDRESS.map, OPENED_ITEM)
  const table = JSON.stringify([...scripts])
  expect(scripts.size, table).toBeGreaterThan(3)
  const item = [...all].filter(([name]) => !scripts.has(name) && !/^(?:viewer|zoom|tools)-/.test(name))
  expect(item.length, 'an opened item is loaded later').toBeGreaterThan(0)
  expect(
    item.reduce((sum, [, bytes]) => sum + bytes, 0),
    JSON.stringify(item),
  ).toBeLessThanOrEqual(MAP.openedItem)
  expect([...scripts.keys()].join(), 'the popup is loaded later, and counts').toContain('ZoneOverviewPopup')
  expect(
    [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    table,
  ).toBeLessThanOrEqual(MAP.scripts)
})

test('the map page asks for few files, first for those of the map itself, which needs no React', async () => {
  const page = await site.open(ADDRESS.about)
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/_astro\/(?:.*\/)?([\w.-]+\.js)$/.exec(request.url()) ?? []
    if (name && !asked.includes(name)) asked.push(name)
  })
  await page.goto(baseUrl + ADDRESS.map)
  await page.locator('#map-side[data-live]').waitFor()
  await page.locator('#over-map[data-live]').waitFor()
  const table = asked.join(' ')
  expect(asked.length, table).toBeLessThanOrEqual(FILES.map)
  expect(asked[0], table).toMatch(/^before-hydration/)
  const first = asked.slice(1, 1 + FILES.mapScript)
  const islands = asked.findIndex((name) => /^(?:react|client|MapView|SideBar|widgets)\./.test(name))
  expect(first[0], table).toMatch(/^MapLayout/)
  expect(islands, table).toBeGreaterThan(FILES.mapScript)
  expect(
    first.some((name) => name.startsWith('map.')),
    table,
  ).toBe(true)
  const sizes = await scriptsOf(baseUrl, ADDRESS.map)
  expect(
    first.reduce((sum, name) => sum + sizes.get(name)!, 0),
    table,
  ).toBeLessThanOrEqual(FILES.mapScriptBytes)
})

test('the collection page asks for few files', async () => {
  const page = await site.open(ADDRESS.about)
  const asked = new Set<string>()
  page.on('request', (request) => void (request.url().endsWith('.js') && asked.add(request.url())))
  await page.goto(baseUrl + ADDRESS.collection)
  await page.locator('astro-island:not([ssr])').first().waitFor({ state: 'attached' })
  expect(asked.size, [...asked].join(' ')).toBeLessThanOrEqual(FILES.collection)
  expect([...asked].join()).toContain('CollectionPage')
})

/** Elements that get a new style while the map page is open, by Chromium's own count. */
async function restyled(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events = await traced(session, work)
  return events.reduce((sum, { name, args }) => sum + (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : 0), 0)
}

test('a tile that comes gives nothing else on the map page a new style', async () => {
  const page = await site.open(ADDRESS.map)
  await page.locator('#map-side[data-live]').waitFor()
  await page.locator('#over-map[data-live]').waitFor()
  await page.locator('#first-view').waitFor({ state: 'detached' })
  const add = (): Promise<void> =>
    page.evaluate(() => {
      const tile = Object.assign(document.createElement('img'), { className: 'leaflet-tile' })
      document.querySelector('.leaflet-tile-pane')!.append(tile)
      void tile.offsetWidth
    })
  const all = await page.locator('*').count()
  expect(all).toBeGreaterThan(300)
  expect(await restyled(page, add)).toBeLessThanOrEqual(20)
})

test('the collection page keeps to its bytes, with every script that it can come to load', async () => {
  const { html, css, inlineScript } = await pageWeight(baseUrl, ADDRESS.collection)
  expect(html + css).toBeLessThanOrEqual(COLLECTION.page)
  expect(inlineScript).toBeLessThanOrEqual(ISLAND_INLINE_SCRIPT)
  const scripts = await scriptsOf(baseUrl, ADDRESS.collection)
  const table = JSON.stringify([...scripts])
  for (const later of ['ResultMap', 'built-source']) expect([...scripts.keys()].join(), table).toContain(later)
  expect(
    [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    table,
  ).toBeLessThanOrEqual(COLLECTION.scripts)
})

/** Scripts of the login page after brotli (issue 13), and of the menu that pages load for who is logged in. */
const LOGIN = { scripts: 90_000, userMenu: 19_000 } as const
/** Loaded when somebody logs out. */
const LATER = /^(?:header|leave-drafts)[.-]/

test('the login page and the menu of who is logged in keep to their bytes', async () => {
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, bytes) => total + bytes, 0)
  const login = await scriptsOf(baseUrl, ADDRESS.login, LATER)
  expect(sum(login.values()), JSON.stringify([...login])).toBeLessThanOrEqual(LOGIN.scripts)
  const all = await scriptsOf(baseUrl, ADDRESS.about, /^$/)
  const menu = [...all].filter(([name]) => USER_MENU.test(name))
  expect(menu).toHaveLength(1)
  expect(sum(menu.map(([, bytes]) => bytes))).toBeLessThanOrEqual(LOGIN.userMenu)
})

/** Scripts of the review desk after brotli, without the viewer of pictures and what only the wizard opens. */
const REVIEW = 228_600
const NOT_OF_THE_DESK = /^(?:header|viewer|tools|zoom|PlaceMap|\w+Popup)[.-]/

test('the review desk keeps to its bytes, and no page of visitors loads any of it', async () => {
  const scripts = await scriptsOf(baseUrl, ADDRESS.review, NOT_OF_THE_DESK)
  const table = JSON.stringify([...scripts])
  expect([...scripts.keys()].join(), table).toMatch(/ReviewPage.*EditForm/)
  expect(
    [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
    table,
  ).toBeLessThanOrEqual(REVIEW)
  for (const address of [ADDRESS.map, ADDRESS.collection, ADDRESS.about, itemAddress(trail.item.id)]) {
    const others = await scriptsOf(baseUrl, address, /^$/)
    expect([...others.keys()].join(), address).not.toMatch(/ReviewPage|EditForm/)
  }
})

test('pictures of an item keep their place: nothing jumps', async () => {
  const page = await site.open(itemAddress(trail.item.id))
  const bare = await page
    .locator('main img')
    .evaluateAll((images) => images.filter((img) => !(img.hasAttribute('width') && img.hasAttribute('height'))).length)
  expect(bare).toBe(0)
})
