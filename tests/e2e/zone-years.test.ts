import { beforeAll, expect, test } from 'vitest'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneView } from '#views/zone.ts'
import { expectFitsEverywhere, expectTableHeaders, useSite } from './browser/site.ts'
import { readZones } from './map/live-map.ts'

const NAME = 'Years at a glance'
const site = useSite()
/** A zone with organizations and pictures, and one of which nothing has a year; found in the data of the build. */
let told: ZoneView
let untold: ZoneView | undefined
beforeAll(async () => {
  const zones = (await readZones(site.baseUrl)).toSorted((a, b) => b.items - a.items)
  const read = async (pk: number) => (await (await fetch(`${site.baseUrl}/data/zones/${pk}.json`)).json()) as ZoneView
  told = await Promise.any(
    zones.slice(0, 12).map(async ({ pk }) => {
      const zone = await read(pk)
      if (zone.organizations.length < 2 || !zone.items.items.some(({ picture }) => picture))
        throw new Error('not this one')
      return zone
    }),
  )
  const last = await Promise.all(zones.slice(-12).map(({ pk }) => read(pk)))
  untold = last.find(
    (zone) =>
      !zone.when &&
      !zone.residents &&
      zone.ownership.length + zone.organizations.length + zone.plaques.length + zone.items.count === 0,
  )
})

test('are accessible and fit at every width', async () => {
  const page = await site.open(zoneAddress(told.pk))
  await expectFitsEverywhere(page, async (width) => {
    const line = await page.locator('.zone-years td.line svg').first().boundingBox()
    expect(line!.width).toBeGreaterThan(width < 600 ? 280 : 200)
    expect(await page.locator('.zone-years .axis text').first().isVisible()).toBe(true)
    await expectTableHeaders(page)
  })
})

test('read as a table without a script, each row with its years in words', async () => {
  const page = await site.open(zoneAddress(told.pk), { javaScript: false })
  const table = page.getByRole('table', { name: NAME })
  for (const { organization, years } of told.organizations.slice(0, 12)) {
    const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: organization.text, exact: true }) })
    expect(await row.first().innerText()).toContain(years || 'undated')
  }
  expect(await table.getByRole('rowheader', { name: /\d+ pictures?$/ }).count()).toBe(1)
})

test('say who was there in a year: by slider and where the pointer is', async () => {
  const page = await site.open(zoneAddress(told.pk))
  const region = page.getByRole('region', { name: NAME })
  const slider = region.getByRole('slider', { name: 'Look at a year' })
  const reading = region.getByRole('status')
  await expect.poll(() => reading.innerText()).toMatch(new RegExp(`^${await slider.inputValue()}: `))
  await slider.press('End')
  await expect.poll(() => reading.innerText()).toMatch(new RegExp(`^${await slider.getAttribute('max')}: `))
  const typed = region.getByRole('spinbutton', { name: 'Year to look at' })
  await typed.fill(String(Number(await slider.getAttribute('min')) + 1))
  await expect.poll(() => reading.innerText()).toMatch(new RegExp(`^${await typed.inputValue()}: `))
  expect(await slider.inputValue()).toBe(await typed.inputValue())
  await typed.fill('20')
  expect(await reading.innerText(), 'half a year').not.toMatch(/^20: /)
  // A line has no height, so that Playwright would not hover it.
  const bar = await region.locator('.organizations .bar').first().boundingBox()
  const name = await region.locator('.organizations tr:has(.bar) a').first().innerText()
  await page.mouse.move(bar!.x + bar!.width / 2, bar!.y)
  await expect.poll(() => reading.innerText()).toContain(`here: ${name}`)
})

test('are not there where nothing has a year', async () => {
  if (!untold) return
  const page = await site.open(zoneAddress(untold.pk))
  expect(await page.getByRole('heading', { name: NAME }).count()).toBe(0)
})
