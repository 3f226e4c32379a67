import { beforeAll, expect, test } from 'vitest'
import { personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneView } from '#views/zone.ts'
import { expectAxeClean, expectFitsEverywhere, expectTableHeaders, useSite } from './browser/site.ts'
import { readZones } from './map/live-map.ts'

const site = useSite()
/** A house in which a household was counted in 1871, and its first resident. */
let house: ZoneView
let resident: NonNullable<ZoneView['residents']>[number]
beforeAll(async () => {
  const zones = await readZones(site.baseUrl)
  const read = async (pk: number) => (await (await fetch(`${site.baseUrl}/data/zones/${pk}.json`)).json()) as ZoneView
  for (const { pk } of zones) {
    house = await read(pk)
    const household = house.residents?.filter(({ row }) => Math.floor((row.date_start ?? 0) / 10_000) === 1871)
    if (!household?.length) continue
    resident = household[0]!
    return
  }
  throw new Error('Nobody lived anywhere in 1871.')
})

test('on a phone a link with a year tells who lived in a house then', async () => {
  const page = await site.open(zoneAddress(house.pk, '1871'), { width: 390, touch: true })
  const region = page.getByRole('region', { name: 'Years at a glance' })
  const reading = region.getByRole('status')
  await expect.poll(() => reading.innerText()).toMatch(/^1871: .*lived in by/)
  expect(await reading.innerText()).toContain(resident.link.text)
  expect(await region.getByRole('slider').inputValue()).toBe('1871')
  expect(await region.getByRole('link', { name: 'The map in that year' }).getAttribute('href')).toMatch(/&year=1871$/)
  await expectAxeClean(page)

  await page.getByRole('tab', { name: /^Residents/ }).tap()
  const row = page
    .getByRole('tabpanel', { name: /^Residents/ })
    .getByRole('row')
    .filter({ hasText: '1871' })
  expect(await row.first().innerText()).toContain(resident.link.text)
  await expectAxeClean(page)
  await expectTableHeaders(page)

  // The cousin gets the year that is looked at.
  const typed = region.getByRole('spinbutton')
  await typed.fill('1872')
  await typed.press('Enter')
  await expect.poll(() => new URL(page.url()).search).toBe('?year=1872')
})

test('a person leads to the house in the year, on every screen', async () => {
  const page = await site.open(personAddress(resident.row.person))
  await expectFitsEverywhere(page)
  expect(await page.getByText(/^Lived at /).count()).toBeGreaterThan(0)
  await page.getByRole('tab', { name: /^Lived at/ }).click()
  await expectAxeClean(page)
  await page
    .getByRole('tabpanel', { name: /^Lived at/ })
    .locator('a[href$="?year=1871"]')
    .first()
    .click()
  await page.waitForURL(/\/zone-overview\/\d+\/\?year=1871$/)
  await expect.poll(() => page.getByRole('status').first().innerText()).toMatch(/^1871: /)
})

test('without a script, and printed, the table of residents tells it', async () => {
  const page = await site.open(zoneAddress(house.pk, '1871'), { width: 390, javaScript: false })
  const told = page.getByRole('row').filter({ hasText: resident.link.text }).filter({ hasText: '1871' })
  expect(await told.last().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await told.last().isVisible()).toBe(true)
})
