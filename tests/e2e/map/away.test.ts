import type { BrowserContext } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { GESTURE } from '#islands/map/engine/gestures.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import type { Look } from '../browser/site.ts'
import { PLAIN, openMap, readZones } from './live-map.ts'
import { lotsAmidTown } from './zones-of-town.ts'

const site = useSite()
let zone: ZoneOutline
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl)).find(({ items }) => items > 5)!
})

const AWAY = "We can't reach the archive right now. The map shows the last update."
/** Aborts all API requests; files of the site load. */
const apiAway = {
  routes: (context: BrowserContext) => context.route(/\/api\/(?!scan)/, (route) => route.abort()),
  expected: /\/api\/.* net::ERR_FAILED/,
} satisfies Look

describe('the API is away', () => {
  test('the map shows the last build and says so; items, popup and searches work', async () => {
    const live = await openMap(site, PLAIN, apiAway)
    const { page, section } = live
    await page.getByRole('status').getByText(AWAY).waitFor()
    await page.getByRole('button', { name: 'Dismiss this note' }).first().click()

    const place = await live.placeOf(zone)
    await page.mouse.dblclick(place.x, place.y)
    const popup = page.getByRole('dialog', { name: zone.name })
    await popup.getByText('This is the place as of the last update.').waitFor()
    expect(await popup.getByRole('tabpanel').getByRole('listitem').count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })

    // A third click within the time of a double click belongs to it; a browser test is that quick.
    await page.waitForTimeout(2 * GESTURE.second)
    await page.mouse.click(place.x, place.y)
    const media = section('Images & Media')
    await media.getByText(`${zone.items} items. As of the last update.`).waitFor()
    const list = media.getByRole('list').first()
    expect(await list.getByRole('listitem').count()).toBe(5)
    await media.getByRole('button', { name: 'Next' }).click()
    await media.getByText(/^Page 2 of \d+$/).waitFor()

    const part = section('Organization Search')
    await part.getByRole('heading', { level: 2 }).click()
    await part.getByLabel('Search organizations').fill(DEMO_SETTINGS.name)
    await part.getByRole('listitem').filter({ hasText: DEMO_SETTINGS.name }).first().waitFor()
    await part.getByText('As of the last update.').waitFor()
    await section('Address Search').getByLabel('Search locations').fill(zone.name)
    await section('Address Search').getByRole('button', { name: 'Zoom to Zone' }).first().waitFor()
  })

  test('the API comes back: the note closes, and newer data shows', async () => {
    const live = await openMap(site, PLAIN, apiAway)
    const { page } = live
    const note = page.getByRole('status').getByText(AWAY)
    await note.waitFor()
    await page.context().unroute(/\/api\/(?!scan)/)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await note.waitFor({ state: 'detached' })
    // Only the API knows this one: it was published after the build.
    await live.section('Address Search').getByLabel('Search locations').fill('101 Late')
    await live.section('Address Search').getByText('101 Late Street').first().waitFor()
  })

  test('neither the API nor the last build: a message, a link, and the static plan', async () => {
    const page = await site.open(PLAIN, {
      routes: (context) => context.route(/\/api\/(?!scan)|\/data\/zones\.json/, (route) => route.abort()),
      expected: /net::ERR_FAILED/,
    })
    await page.getByText("The map can't be shown because the town's outlines didn't load.").waitFor()
    expect(await page.getByRole('link', { name: 'All places by street' }).first().isVisible()).toBe(true)
    await expectAxeClean(page)
  })
})
