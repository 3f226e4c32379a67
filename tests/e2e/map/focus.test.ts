import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { useSite } from '../browser/site.ts'
import { PLAIN, liveMap, openMap, readZones, untilUsable } from './live-map.ts'
import { lotsAmidTown } from './zones-of-town.ts'

const site = useSite()
let zone: ZoneOutline
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl)).find(({ items }) => items > 5)!
})

/** Presses Enter on a button as the keyboard does. */
async function enter(button: Locator): Promise<void> {
  await button.focus()
  await button.page().keyboard.press('Enter')
}
const expectFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((each) => each === document.activeElement), { message: 'focus' }).toBe(true)

describe('the focus is not lost with what has it', () => {
  test('the welcome is closed: it goes to the map', async () => {
    const page = await site.open(PLAIN)
    await untilUsable(page)
    const { map } = liveMap(page)
    await enter(page.getByRole('button', { name: 'Close the welcome' }))
    await expectFocus(map)
  })

  test('a note is put away: it goes to the next one, after the last to the map', async () => {
    const { page, map } = await openMap(site, PLAIN, {
      prepare: (context) => context.route(/\/api\/(?!scan)/, (route) => route.abort()),
      expected: /\/api\/.* net::ERR_FAILED/,
    })
    const notes = page.getByRole('button', { name: 'Put this note away' })
    await expect.poll(() => notes.count()).toBe(2)
    await enter(notes.first())
    await expect.poll(() => notes.count()).toBe(1)
    await expectFocus(notes)
    await page.keyboard.press('Enter')
    await expectFocus(map)
  })

  test('the last page of items is reached: it stays on Next, and on Previous at the first', async () => {
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

  test('items are asked for again: it goes to the line of their section', async () => {
    const { section } = await openMap(site, `/?zone=${zone.pk}&base=osm`, {
      prepare: (context) => context.route(/\/api\/items\/|\/data\/zones\//, (route) => route.abort()),
      expected: /net::ERR_FAILED/,
    })
    const media = section('Images & Media')
    await enter(media.getByRole('button', { name: 'Try again' }))
    await expectFocus(media.locator('summary'))
  })

  test('a highlight is cleared: it goes to the line of its section', async () => {
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

  test('the sheet of a phone is at its highest: it stays on the button', async () => {
    const { page } = await openMap(site, PLAIN, { width: 390, touch: true })
    const raise = page.getByRole('button', { name: 'Raise the panel' })
    await raise.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => raise.isDisabled()).toBe(true)
    await expectFocus(raise)
  })
})
