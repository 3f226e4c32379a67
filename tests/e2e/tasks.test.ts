import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#contract/person.ts'
import { itemAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneView } from '#views/zone.ts'
import { findTrail, type Trail } from './browser/records.ts'
import { useSite, type Look } from './browser/site.ts'
import { fingersOn } from './map/fingers.ts'
import { PLAIN, liveMap, readZones, untilUsable } from './map/live-map.ts'
import { lotsAmidTown } from './map/zones-of-town.ts'

/** What visitors come for, on a phone, from the first screen: in how many taps. Typing is none. */

const site = useSite()
const PHONE: Look = {
  width: 390,
  touch: true,
  prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
}
/** Of the waterfront, with owners since the beginning of the town. */
const HARBOUR = '14 Harbour Street'

async function phone(path = PLAIN) {
  const page = await site.open(path, PHONE)
  if (path === PLAIN) await untilUsable(page)
  let taps = 0
  return {
    page,
    taps: () => taps,
    async tap(control: Locator): Promise<void> {
      taps++
      await control.tap()
    },
    async search(words: string): Promise<void> {
      taps++
      await page.getByRole('banner').getByLabel('Search the archive').tap()
      await page.keyboard.type(words)
      await page.getByRole('option').first().waitFor()
    },
  }
}
const region = (page: Page, name: string) => page.getByRole('region', { name })
const option = (page: Page, path: string) => page.getByRole('option').and(page.locator(`[href='${path}']`))
const shows = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path)

let zone: ZoneView
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
  const { pk } = (await readZones(site.baseUrl)).find(({ name }) => name === HARBOUR)!
  zone = (await (await fetch(`${site.baseUrl}/data/zones/${pk}.json`)).json()) as ZoneView
})

test('a photograph of a street: two taps', async () => {
  const { page, tap, search, taps } = await phone()
  await search('Queen Street')
  const photo = page
    .getByRole('option')
    .filter({ hasText: /Photograph.*Queen Street/ })
    .first()
  const address = await photo.getAttribute('href')
  await tap(photo)
  await shows(page, address!)
  const picture = page.getByRole('main').getByRole('img').first()
  expect((await picture.boundingBox())!.y, 'seen without scrolling').toBeLessThan(844)
  expect(taps()).toBeLessThanOrEqual(3)
})

test('all pictures of a person: three taps', async () => {
  const id = trail.person
  const known = (await (await fetch(`${site.baseUrl}/api/person/${id}/`)).json()) as Person
  const { page, tap, search, taps } = await phone()
  await search(`${known.first_name} ${known.surname}`)
  await tap(option(page, personAddress(id)))
  await shows(page, personAddress(id))
  const tab = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: /^Items/ })
  const count = Number(/\d+/.exec(await tab.innerText())![0])
  await tap(tab)
  const items = page.getByRole('tabpanel', { name: /^Items/ })
  await expect.poll(() => items.locator('.gallery > li').count()).toBeGreaterThanOrEqual(Math.min(count, 5))
  expect(taps()).toBeLessThanOrEqual(3)
})

test('the owner of a lot in 1870: three taps, and the year is typed', async () => {
  const { page, tap, search, taps } = await phone()
  await search(HARBOUR)
  await tap(option(page, zoneAddress(zone.pk)))
  await shows(page, zoneAddress(zone.pk))
  const years = region(page, 'Years at a glance')
  await tap(years.getByRole('spinbutton', { name: 'Year to look at' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1870')
  const owners = zone.ownership.filter(({ date }) => date && Math.floor(date / 10_000) <= 1870)
  const owner = owners.toSorted((a, b) => a.date! - b.date!).at(-1)!
  await expect.poll(() => years.getByRole('status').innerText()).toMatch(/^1870: /)
  expect(await years.getByRole('status').innerText()).toContain(owner.person!.text)
  expect(taps()).toBeLessThanOrEqual(3)
})

test('what stood here: a double tap', async () => {
  const { page } = await phone()
  const live = liveMap(page)
  const lot = lotsAmidTown(await readZones(site.baseUrl))[0]!
  await (await fingersOn(page)).doubleTap(await live.placeOf(lot))
  const popup = page.getByRole('dialog', { name: lot.name })
  await popup.waitFor()
  await popup.getByRole('heading', { name: 'Years at a glance' }).waitFor()
})

test('two maps compared at the harbour: four taps', async () => {
  const { page, tap, search, taps } = await phone()
  await search(HARBOUR)
  await tap(option(page, zoneAddress(zone.pk)))
  await shows(page, zoneAddress(zone.pk))
  await tap(page.getByRole('link', { name: 'Show on the map' }))
  await untilUsable(page)
  await tap(page.getByRole('button', { name: 'Compare two maps' }))
  await region(page, 'Compare two maps').getByRole('slider').waitFor()
  expect(new URL(page.url()).searchParams.get('zone'), 'at the harbour').toBe(String(zone.pk))
  expect(taps()).toBeLessThanOrEqual(5)
})

test('share with a cousin: two taps', async () => {
  const { page, tap, taps } = await phone(itemAddress(trail.item.id))
  await tap(page.getByRole('button', { name: 'Share' }))
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  expect(taps()).toBeLessThanOrEqual(2)
})
