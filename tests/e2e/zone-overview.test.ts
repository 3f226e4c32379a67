import { beforeAll, describe, expect, test } from 'vitest'
import { EMPTY } from '#contract/messages.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { expectFitsEverywhere, type Look, useSite } from './browser/site.ts'
import { openMap, PLAIN, readZones } from './map/live-map.ts'
import { expectFocused } from './browser/focus.ts'

/** Id of tests/fixtures: a zone that was published after the build. */
const LATE = 900101
const site = useSite()
let busy: ZoneOutline
beforeAll(async () => {
  const zones = await readZones(site.baseUrl)
  busy = zones.reduce((most, zone) => (zone.items > most.items ? zone : most))
})

/** Opens the overview of a zone as the address search does. */
async function openOverview(zone: ZoneOutline, look?: Look) {
  const { page, section } = await openMap(site, PLAIN, look)
  await section('Address Search').getByLabel('Search locations').fill(zone.name.slice(0, 200))
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
})

test('a zone that was published after the build has the same overview in the live shell', async () => {
  const page = await site.open(zoneAddress(LATE))
  await page.getByRole('heading', { level: 1, name: '101 Late Street' }).waitFor()
  await page.getByRole('tab', { name: /^Land Ownership/ }).click()
  expect(await page.getByRole('tabpanel').innerText()).toContain(EMPTY.ownership)
  await page.getByText('This record is new.').waitFor()
})
