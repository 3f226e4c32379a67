import { beforeAll, expect, test } from 'vitest'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { useSite } from '../browser/site.ts'
import { PLAIN, openMap, readZones, untilUsable } from './live-map.ts'
import { lotsAmidTown } from './zones-of-town.ts'

/** What happens seldom on the map, in \`npm test -- all\`. */
const site = useSite()
let zone: ZoneOutline
beforeAll(async () => {
  zone = lotsAmidTown(await readZones(site.baseUrl)).find(({ items }) => items > 5)!
})

test('the welcome closes at the first use of anything', async () => {
  for (const width of [1440, 390]) {
    const page = await site.open(PLAIN, { width })
    await untilUsable(page)
    const welcome = page.getByRole('region', { name: DEMO_SETTINGS.town })
    await welcome.waitFor()
    if (width === 390) {
      const [note, tools] = [await welcome.boundingBox(), await page.locator('#map-side').boundingBox()]
      expect(note!.y + note!.height, 'above the sheet').toBeLessThanOrEqual(tools!.y)
      await page.getByRole('button', { name: 'Raise the panel' }).click()
    } else await page.getByRole('complementary', { name: 'Map tools' }).getByRole('heading', { name: 'Images' }).click()
    await welcome.waitFor({ state: 'detached' })
  }
  const page = await site.open(PLAIN)
  await untilUsable(page)
  await page.getByRole('application').press('ArrowDown')
  await page.getByRole('region', { name: DEMO_SETTINGS.town }).waitFor({ state: 'detached' })
})

test('a base map that sends no picture: it is said, and the map goes on', async () => {
  const live = await openMap(site, '/', {
    routes: (context) =>
      context.route(/tile\.openstreetmap\.org/, (route) =>
        route.fulfill({ contentType: 'image/png', body: 'This is no picture.' }),
      ),
    expected: /openstreetmap/,
  })
  const { page, section } = live
  await section('Legend').getByRole('radio', { name: 'OpenStreetMap' }).check()
  const words = "OpenStreetMap can't be reached right now. The map works without it."
  await page.getByRole('status').getByText(words).waitFor()
  await section('Legend').getByText(words).waitFor()
  const place = await live.placeOf(zone)
  await page.mouse.click(place.x, place.y)
  await section('Images & Media').getByRole('heading', { name: zone.name }).waitFor()

  await section('Legend').getByRole('heading', { level: 2 }).click()
  await section('Legend').getByRole('radio').first().check()
  await page.getByText(words).first().waitFor({ state: 'detached' })
})

test("the popup's script fails to load: the zone's page opens", async () => {
  const live = await openMap(site, PLAIN, {
    routes: (context) => context.route(/ZoneOverviewPopup[^/]*\.js/, (route) => route.abort()),
    expected: /ERR_FAILED|Failed to fetch dynamically imported module/,
  })
  const place = await live.placeOf(zone)
  await live.page.mouse.dblclick(place.x, place.y)
  await live.page.waitForURL(`**/zone-overview/${zone.pk}/`)
  expect(await live.page.getByRole('heading', { level: 1 }).innerText()).toContain(zone.name)
})
