import type { BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../setup/length.ts'
import { useSite } from '../browser/site.ts'
import { openMap, untilUsable } from './live-map.ts'
import { pictureOf, type Picture } from './pixels.ts'

const site = useSite()

/** Blocks the page's modules; inline scripts run. */
const withoutModules = (context: BrowserContext) => context.route('**/_astro/*.js', (route) => route.abort())
const still = (path: string, width?: number) =>
  site.open(path, { width, routes: withoutModules, expected: /_astro\/[\w.-]+\.js net::ERR_FAILED|Failed to fetch/ })
const picture = (page: Page) => page.locator('#first-view img')

describe('before the script loads', () => {
  test.each([390, 1440])('the map page of %i pixels shows the town', async (width) => {
    const page = await still('/', width)
    await picture(page).waitFor()
    await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const asked = await picture(page).evaluate((image: HTMLImageElement) => image.currentSrc)
    expect(asked).toMatch(width < 500 ? /\/phone\./ : /\/wide\./)
  })

  test('an address that says another view shows no wrong one', async () => {
    const page = await still('/?at=43.57,-81.7,17z')
    for (const address of ['', '/?zone=12', '/?base=osm', '/?base=aerial-2010&maps=town-1856']) {
      if (address) await page.goto(site.baseUrl + address)
      await picture(page).waitFor({ state: 'hidden' })
      expect(await picture(page).count()).toBe(1)
    }
  })

  test('a visitor who returns to another view never sees a wrong one', async () => {
    const { page } = await openMap(site, '/', { expected: /_astro/ })
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => page.url()).toContain('at=')
    await page.context().route('**/_astro/*.js', (route) => route.abort())
    await page.goto(`${site.baseUrl}/`)
    await picture(page).waitFor({ state: 'hidden' })
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await picture(page).waitFor()
  })
})

/** The offset in pixels at which two pictures match. */
function shiftBetween(one: Picture, other: Picture): [number, number] {
  const REACH = 2
  let best = { x: 0, y: 0, differs: Infinity }
  for (let dy = -REACH; dy <= REACH; dy++)
    for (let dx = -REACH; dx <= REACH; dx++) {
      let differs = 0
      for (let y = REACH; y < one.height - REACH; y++)
        for (let x = REACH; x < one.width - REACH; x++)
          differs += Math.abs(
            one.data[(y * one.width + x) * 3 + 1]! - other.data[((y + dy) * one.width + x + dx) * 3 + 1]!,
          )
      if (differs < best.differs) best = { x: dx, y: dy, differs }
    }
  return [best.x, best.y]
}

// Even and odd sizes of the map, whole and in between.
test.each(sampleOf([390, 820, 821, 1440], 2))(
  'nothing moves when the live map takes over: %i pixels',
  async (width) => {
    const page = await still('/', width)
    await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    const room = (await page.locator('#map-canvas').boundingBox())!
    const clip = { x: 8, y: Math.ceil(room.y) + 40, width: Math.floor(room.width / 2), height: 120 }
    const before = await pictureOf(page, clip)
    await page.context().unroute('**/_astro/*.js')
    await page.reload()
    await untilUsable(page)
    await picture(page).waitFor({ state: 'detached' })
    // Compares only the base map: without the zones and the welcome, which appear later.
    for (const over of ['.leaflet-zones-pane', '#over-map'])
      await page.locator(over).evaluate((part) => (part.style.visibility = 'hidden'))
    expect(shiftBetween(before, await pictureOf(page, clip))).toEqual([0, 0])
  },
)
