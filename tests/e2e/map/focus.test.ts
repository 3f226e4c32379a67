import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useSite } from '../browser/site.ts'
import { PLAIN, liveMap, openMap, readZones, untilUsable } from './live-map.ts'
import { lotsAmidTown } from './zones-of-town.ts'

const site = useSite()
let zone: ZoneOutline
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl)).find(({ items }) => items > 5)!
})

/** Focuses a button and presses Enter. */
async function enter(button: Locator): Promise<void> {
  await button.focus()
  await button.page().keyboard.press('Enter')
}
const expectFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((each) => each === document.activeElement), { message: 'focus' }).toBe(true)

describe('the focus is not lost when its element disappears', () => {
  test('closing the welcome moves it to the map', async () => {
    const page = await site.open(PLAIN)
    await untilUsable(page)
    const { map } = liveMap(page)
    await enter(page.getByRole('button', { name: 'Close the welcome' }))
    await expectFocus(map)
  })

  test('dismissing a note moves it to the next one, then to the map', async () => {
    const { page, map } = await openMap(site, PLAIN, {
      routes: (context) => context.route(/\/api\/(?!scan)/, (route) => route.abort()),
      expected: /\/api\/.* net::ERR_FAILED/,
    })
    const notes = page.getByRole('button', { name: 'Dismiss this note' })
    await expect.poll(() => notes.count()).toBe(2)
    await enter(notes.first())
    await expect.poll(() => notes.count()).toBe(1)
    await expectFocus(notes)
    await page.keyboard.press('Enter')
    await expectFocus(map)
  })

  test('it stays on Next on the last page, and on Previous on the first', async () => {
    const { page, section } = await openMap(site, `/?zone=${zone.pk}&base=osm`)
    const media = section('Images & Media')
    const [previous, next] = ['Previous', 'Next'].map((name) => media.getByRole('button', { name, exact: true }))
    const last = Math.ceil(zone.items / 5)
    await next!.focus()
    for (let at = 2; at <= last; at++) {
      await page.keyboard.press('Enter')
      await media.getByText(`Page ${at} of ${last}`).waitFor()
    }
    expect(await next!.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await expectFocus(next!)
    await previous!.focus()
    for (let at = last - 1; at >= 1; at--) {
      await page.keyboard.press('Enter')
      await media.getByText(`Page ${at} of ${last}`).waitFor()
    }
    expect(await previous!.isDisabled()).toBe(true)
    await expectFocus(previous!)
  })

  test('retrying moves it to the heading of the section', async () => {
    const { section } = await openMap(site, `/?zone=${zone.pk}&base=osm`, {
      routes: (context) => context.route(/\/api\/items\/|\/data\/zones\//, (route) => route.abort()),
      expected: /net::ERR_FAILED/,
    })
    const media = section('Images & Media')
    await enter(media.getByRole('button', { name: 'Try again' }))
    await expectFocus(media.locator('summary'))
  })

  test('clearing a highlight moves it to the heading of the section', async () => {
    const { section } = await openMap(site)
    const part = section('Organization Search')
    await part.getByRole('heading', { level: 2 }).click()
    await part.getByLabel('Search organizations').fill('hotel')
    await part
      .getByRole('button', { name: /^Highlight Location/ })
      .first()
      .click()
    await enter(part.getByRole('button', { name: 'Clear', exact: true }))
    await expectFocus(part.locator('summary'))
  })

  test("it stays on the button at the sheet's full height", async () => {
    const { page } = await openMap(site, PLAIN, { width: 390, touch: true })
    const raise = page.getByRole('button', { name: 'Raise the panel' })
    await raise.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => raise.isDisabled()).toBe(true)
    await expectFocus(raise)
  })
})
