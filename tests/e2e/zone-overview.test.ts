import { beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { EMPTY } from '#contract/messages.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { expectAxeClean, expectFitsEverywhere, type Look, useSite } from './browser/site.ts'
import { openMap, PLAIN, readZones } from './map/live-map.ts'
import { expectFocused } from './browser/focus.ts'

/** Ids of tests/fixtures: a zone that was published after the build, and one whose every text is markup. */
const LATE = 900101
const HOSTILE = 900001
const site = useSite()
let busy: ZoneOutline
let hostile: ZoneOutline
beforeAll(async () => {
  const zones = await readZones(site.baseUrl)
  busy = zones.reduce((most, zone) => (zone.items > most.items ? zone : most))
  hostile = zones.find(({ pk }) => pk === HOSTILE)!
})

/** Opens the overview of a zone as the address search does. `before` may stop what is loaded then. */
async function openOverview(zone: ZoneOutline, look?: Look, before?: (page: Page) => Promise<unknown>) {
  const { page, section } = await openMap(site, PLAIN, look)
  await section('Address Search').getByLabel('Search locations').fill(zone.name.slice(0, 200))
  await before?.(page)
  await section('Address Search').getByRole('button', { name: 'Zone Overview' }).first().click()
  return { page, popup: page.getByRole('dialog') }
}

describe('the overview as a popup', () => {
  test('has real tabs, and its items by five: Next and Previous keep the focus', async () => {
    const { popup, page } = await openOverview(busy)
    await popup.getByRole('heading', { level: 2, name: busy.name }).waitFor()
    expect(await popup.getByRole('tab').allInnerTexts()).toEqual([
      expect.stringContaining('Items'),
      expect.stringContaining('Heritage Information'),
      expect.stringContaining('Land Ownership'),
      expect.stringContaining('Organizations'),
    ])
    const [previous, next] = ['Previous', 'Next'].map((name) => popup.getByRole('button', { name }))
    const panel = popup.getByRole('tabpanel')
    const first = await panel.getByRole('link').allInnerTexts()
    expect(first).toHaveLength(5)
    const pages = Math.ceil(busy.items / 5)
    await next!.focus()
    await page.keyboard.press('Enter')
    await popup.getByText(`Page 2 of ${pages}`).waitFor()
    await expectFocused(next!)
    await previous!.press('Enter')
    await expect.poll(() => panel.getByRole('link').allInnerTexts()).toEqual(first)

    await popup.getByRole('tab', { name: /^Items/ }).focus()
    await page.keyboard.press('ArrowRight')
    await popup.getByRole('tabpanel', { name: /^Heritage Information/ }).waitFor()
    await page.keyboard.press('End')
    await popup.getByRole('tabpanel', { name: /^Organizations/ }).waitFor()
    expect(await popup.getByRole('link', { name: 'Page of this place' }).getAttribute('href')).toBe(
      zoneAddress(busy.pk),
    )
    const slider = popup.getByRole('slider', { name: 'Look at a year' })
    await slider.press('Home')
    await popup.getByText(new RegExp(`^${await slider.getAttribute('min')}: `)).waitFor()
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
  })

  test('is accessible and fits at every width', async () => {
    const { page, popup } = await openOverview(busy)
    await popup.getByRole('tablist').waitFor()
    await expectFitsEverywhere(page, async (width) => {
      const { height } = page.viewportSize()!
      const box = (await popup.boundingBox())!
      expect(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height).toBe(true)
      const inner = popup.locator('.popup-body')
      expect(await inner.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    })
  })

  test('goes where nothing can be loaded: the map is at / and says so, and another try can follow', async () => {
    const { page, popup } = await openOverview(busy, { expected: /\/(?:api|data)\// }, async (page) => {
      await page.route('**/api/**', (route) => route.abort())
      await page.route('**/data/zones/**', (route) => route.abort())
    })
    const told = page.getByRole('status').getByText("We couldn't load this place: the archive isn't answering.")
    await told.waitFor()
    await popup.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Zone Overview' }).first().click()
    await popup.getByRole('tablist').waitFor()
    await told.waitFor({ state: 'detached' })
  })

  test('shows texts that are markup as texts', async () => {
    const { page, popup } = await openOverview(hostile)
    await popup.getByRole('tablist').waitFor()
    for (const tab of await popup.getByRole('tab').all()) await tab.click()
    expect(await popup.innerText()).toContain('<script>')
    expect(await page.evaluate(() => (globalThis as { hostile?: number }).hostile)).toBeUndefined()
  })
})

test('a zone that was published after the build has the same overview in the live shell', async () => {
  const page = await site.open(zoneAddress(LATE))
  await page.getByRole('heading', { level: 1, name: '101 Late Street' }).waitFor()
  await page.getByRole('tab', { name: /^Land Ownership/ }).click()
  expect(await page.getByRole('tabpanel').innerText()).toContain(EMPTY.ownership)
  await page.getByText('This record is new.').waitFor()
  await expectAxeClean(page)
})
